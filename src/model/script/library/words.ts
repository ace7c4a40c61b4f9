// What calls of the outside do by the shape of their names, where no library is known: a name is a verb and a noun.

const words = (text: string) => new Set(text.split(/\s+/));

export const reading =
  words(`get find read load fetch has exists query select count list peek lookup first stat access size hget
  hgetall getitem search scan keys values entries all show describe head is can check lookup retrieve pull download mget smembers`);

export const writing =
  words(`set save write put update store replace insert create persist setitem hset overwrite assign modify patch
  change edit mset setex writefile mark flag`);

export const deleting = words(
  'delete remove del unlink destroy clear drop expire evict hdel removeitem invalidate purge rm',
);

export const atomic =
  words(`incr incrby increment decr decrby decrement cas compareandset compareandswap setnx getset getdel upsert
  findoneandupdate findandmodify append appendfile rpush lpush sadd srem zadd enqueue mkdir transfer add push link
  adjust`);

export const effects =
  words(`connect open create spawn issue acquire start register subscribe send post charge pay publish dial login
  migrate notify email reserve withdraw deposit debit credit ship refund launch boot run execute submit commit apply
  consume take claim redeem book deliver dispatch transmit`);

export const pure =
  words(`delay sleep wait timeout settimeout tick nexttick log info warn error debug trace emit render compute
  measure parse format convert validate verify sign digest hash hashpassword compare quote resolve encode decode now
  random json status end header sendstatus on off once listening ping health unlock release close quit abort cancel`);

/** Functions handed to these are called by the outside, any number of times. */
export const registering =
  words(`on addlistener addeventlistener get post put patch delete use all route handle subscribe process consume
  schedule cron register setinterval every onmessage command action prependlistener handlefunc add`);

export const locking =
  /^(?:runExclusive|withLock|withMutex|lock|synchronized|exclusive|acquire|using|serialize|request)$/;

/** Types whose `acquire` is that of a lock, whatever the variable is called. */
export const lockTypes = /mutex|semaphore|lock$|lockinterface$/i;

export const wrapping =
  /^(?:memoi[sz]e\w*|once|debounce\w*|throttle\w*|asyncHandler|expressAsyncHandler|catchAsync|wrapAsync|wrap|tryCatch|useCallback|promisify|asyncMiddleware)$/i;
