interface Coupon {
  code: string;
  usedBy: string | null;
}

interface CouponRepository {
  findByCode(code: string): Promise<Coupon | null>;
  updateIfUnused(code: string, user: string): Promise<boolean>;
}

export function createCoupons(repo: CouponRepository) {
  async function redeem(code: string, user: string) {
    const coupon = await repo.findByCode(code);
    if (!coupon) throw new Error('no such coupon');
    const won = await repo.updateIfUnused(code, user);
    if (!won) throw new Error('already used');
    return true;
  }
  return { redeem };
}
