export function scenario({ createCoupons }, { io }) {
  const rows = new Map([['X', { code: 'X', usedBy: null }]]);
  const repo = {
    findByCode: (code) => io(() => ({ ...rows.get(code) })),
    save: (coupon) => io(() => void rows.set(coupon.code, coupon)),
    updateIfUnused: (code, user) =>
      io(() => {
        if (rows.get(code).usedBy !== null) return false;
        rows.set(code, { code, usedBy: user });
        return true;
      }),
  };
  const coupons = createCoupons(repo);
  return {
    calls: [() => coupons.redeem('X', 'ann'), () => coupons.redeem('X', 'bob')],
    ok: (results) => results.filter(({ status }) => status === 'fulfilled').length === 1,
  };
}
