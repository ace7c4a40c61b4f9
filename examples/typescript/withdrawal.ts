import express from 'express';
import { Pool } from 'pg';

const pool = new Pool();
const app = express();
app.use(express.json());

app.post('/accounts/:id/withdraw', async (req, res) => {
  const { amount } = req.body;
  const { rows } = await pool.query('SELECT balance FROM accounts WHERE id = $1', [req.params.id]);
  if (rows[0].balance < amount) return res.status(400).json({ error: 'insufficient' });
  await pool.query('UPDATE accounts SET balance = $1 WHERE id = $2', [rows[0].balance - amount, req.params.id]);
  res.json({ ok: true });
});

app.listen(3000);
