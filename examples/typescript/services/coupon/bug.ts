interface Coupon {
  code: string;
  usedBy: string | null;
}

interface CouponRepository {
  findByCode(code: string): Promise<Coupon | null>;
  save(coupon: Coupon): Promise<void>;
}

export function createCoupons(repo: CouponRepository) {
  async function redeem(code: string, user: string) {
    const coupon = await repo.findByCode(code);
    if (!coupon) throw new Error('no such coupon');
    if (coupon.usedBy !== null) throw new Error('already used');
    await repo.save({ ...coupon, usedBy: user });
    return true;
  }
  return { redeem };
}
