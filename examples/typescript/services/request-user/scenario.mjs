export function scenario({ routes }, { io }) {
  let handler;
  const records = [];
  const app = { post: (_, h) => (handler = h) };
  const sessions = { userOf: (token) => io(() => token) };
  const audit = { record: (user, action) => io(() => void records.push(`${user} ${action}`)) };
  routes(app, sessions, { remove: () => io(() => undefined) }, audit);
  const response = { status: () => response, json() {} };
  const call = (user) => handler({ headers: { authorization: user }, params: { id: user } }, response);
  return {
    calls: [() => call('ann'), () => call('bob')],
    ok: () => records.length === 2 && records.includes('ann delete ann') && records.includes('bob delete bob'),
  };
}
