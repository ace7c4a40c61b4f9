export function scenario({ Jobs }, { io }) {
  let late = false;
  let jobs;
  const run = (job) => {
    if (jobs.finished) late = true;
    return io(() => {
      if (jobs.finished) late = true;
    });
  };
  jobs = new Jobs({ run });
  return { calls: [() => jobs.submit('a'), () => jobs.stop()], ok: () => !late };
}
