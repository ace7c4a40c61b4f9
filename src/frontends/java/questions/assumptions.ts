// What a `holds` takes for granted, by fixed codes.

const assumptionTexts: Readonly<Record<string, string>> = {
  A1: 'A1: callers use only methods that are not private',
  A2: 'A2: code that is not given does not call back into the object',
  A3: 'A3: library objects behave as summarised',
  A4: 'A4: the object is published safely after its construction',
  A5: 'A5: a superclass that is not given touches no field of the class',
  A6: 'A6: objects that the constructor made do not escape',
  A7: 'A7: a key or argument may have any value; one key of a map stands for all',
  A8: 'A8: reads taken as hints do not matter to the caller',
  A9: 'A9: locations in sets of their own, and rounds of a loop that hand nothing on, are independent',
  A10: 'A10: recursion is followed two levels deep',
  A11: 'A11: a class without locks that starts tasks is called by one thread at a time',
  A12: 'A12: different keys or indices of one call are different elements',
  A13: 'A13: an interface or abstract class has no other implementations than those that are given',
  A14: 'A14: iterators, streams, builders and JDBC objects are used by one thread at a time',
  A15: 'A15: a latch is opened, and a promise kept, by one call',
  A16: 'A16: of an object known by its interface alone, each call is one step, which changes something if it gives no answer',
  A17: 'A17: an object that a class was given is in the hands of one object of that class, unless the code makes several',
  A18: 'A18: a plain access of a field that has a handle is meant to be plain: no race between the two is looked for',
};

export function assumptionList(codes: Iterable<string>): readonly { readonly text: string }[] {
  const order = Object.keys(assumptionTexts);
  return [...new Set(codes)]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((code) => ({ text: assumptionTexts[code] ?? code }));
}
