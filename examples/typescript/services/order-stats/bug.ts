import type { EventEmitter } from 'node:events';

interface Order {
  id: string;
  lines: string[];
}
interface Prices {
  quote(sku: string): Promise<number>;
}

export function trackRevenue(bus: EventEmitter, prices: Prices) {
  const report = { orders: 0, revenue: 0 };
  bus.on('order', async (order: Order) => {
    let revenue = report.revenue;
    for (const sku of order.lines) {
      revenue += await prices.quote(sku);
    }
    report.revenue = revenue;
    report.orders += 1;
  });
  return report;
}
