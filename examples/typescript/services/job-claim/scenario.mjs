export function scenario({ Worker }, { io }) {
  const rows = [{ id: 'j', status: 'pending', payload: 'p' }];
  let sent = 0;
  const jobs = {
    findOne: ({ status }) => io(() => ({ ...rows.find((row) => row.status === status) })).then((row) => (row.id ? row : null)),
    update: (id, change) => io(() => void Object.assign(rows[0], change)),
    updateIf: (id, status, change) => io(() => rows[0].status === status && (Object.assign(rows[0], change), true)),
  };
  const worker = new Worker(jobs, { send: () => io(() => void sent++) });
  return { calls: [() => worker.tick(), () => worker.tick()], ok: () => sent === 1 };
}
