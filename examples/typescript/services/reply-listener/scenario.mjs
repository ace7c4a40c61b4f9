export const stubs = () => ({
  'node:events': {
    EventEmitter: class {
      listeners = new Map();
      once(name, f) {
        this.listeners.set(name, f);
      }
      emit(name, value) {
        const f = this.listeners.get(name);
        this.listeners.delete(name);
        f?.(value);
      }
    },
  },
});
export function scenario({ Calls }, { io }) {
  const link = {
    send: ({ id }) =>
      io(() => {
        io(() => calls.receive(id, 'pong'));
      }).then(() => io(() => undefined)),
  };
  const calls = new Calls(link);
  return { calls: [() => calls.call('1', 'ping')], ok: (results) => results[0].value === 'pong' };
}
