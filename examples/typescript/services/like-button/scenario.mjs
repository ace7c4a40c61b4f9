export function scenario({ LikeButton }, { io }) {
  let number = 0;
  const api = {
    like: () => {
      const mine = ++number;
      return io(() => {
        if (mine === 1) throw new Error('offline');
      });
    },
  };
  const button = new LikeButton(api, 'p');
  return { calls: [() => button.like(), () => button.like()], ok: () => button.count() === 1 };
}
