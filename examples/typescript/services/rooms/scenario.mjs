export const entry = 'routes.ts';

export function scenario({ routes }, { io, globals, load }) {
  globals.loadSettings = () => io(() => ({ limit: 9 }));
  const handlers = {};
  routes({ post: (path, handler) => (handlers[path] = handler) });
  const response = { status: () => response, json() {} };
  const join = (user) => handlers['/rooms/:room/join']({ params: { room: 'r' }, body: { user } }, response);
  return {
    calls: [() => join('ann'), () => join('bob')],
    ok: () => load('registry.ts').find('r').members.size === 2,
  };
}
