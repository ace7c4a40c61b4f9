// A small shop. Two of its routes break when requests overlap; README.md says which.
import express, { type Request, type Response } from 'express';
import { addToCart, cartOf, clearCart } from './carts.js';
import { loadPrices, priceOf } from './prices.js';
import { release, reserve, stockOf } from './stock.js';

export const app = express();
app.use(express.json());

app.get('/prices/:sku', async (req: Request, res: Response) => {
  res.json({ price: await priceOf(req.params.sku) });
});

app.post('/prices/reload', async (_req: Request, res: Response) => {
  await loadPrices();
  res.status(204).end();
});

app.get('/stock/:sku', (req: Request, res: Response) => {
  res.json({ left: stockOf(req.params.sku) });
});

app.post('/stock/:sku/reserve', async (req: Request, res: Response) => {
  const isReserved = await reserve(req.params.sku, req.body.count);
  res.status(isReserved ? 200 : 409).json({ isReserved });
});

app.post('/stock/:sku/release', async (req: Request, res: Response) => {
  await release(req.params.sku, req.body.count);
  res.status(204).end();
});

app.get('/carts/:user', async (req: Request, res: Response) => {
  res.json(await cartOf(req.params.user));
});

app.post('/carts/:user/items', async (req: Request, res: Response) => {
  res.json(await addToCart(req.params.user, { sku: req.body.sku, count: req.body.count }));
});

app.delete('/carts/:user', async (req: Request, res: Response) => {
  await clearCart(req.params.user);
  res.status(204).end();
});

let requests = 0;

app.use((_req: Request, _res: Response, next: () => void) => {
  requests++;
  next();
});

app.get('/health', (_req: Request, res: Response) => {
  res.json({ requests });
});
