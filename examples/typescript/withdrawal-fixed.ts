import express from 'express';
import { Pool } from 'pg';

const pool = new Pool();
const app = express();
app.use(express.json());

app.post('/accounts/:id/withdraw', async (req, res) => {
  const { amount } = req.body;
  const { rowCount } = await pool.query('UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1', [
    amount,
    req.params.id,
  ]);
  if (rowCount === 0) return res.status(400).json({ error: 'insufficient' });
  res.json({ ok: true });
});

app.listen(3000);
