// The floor for the API: Fastify and pg, one table, one statement for each request, and no payment logic.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

export interface FloorStart {
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

export interface FloorStarted {
  readonly port: number;
}

const table = `create table bench_payments (
  id uuid primary key, invoice_id uuid not null, sender text not null, network text not null, amount numeric not null,
  status text not null, created_at timestamptz not null)`;

interface Body {
  readonly invoice_id: string;
  readonly from: string;
  readonly network: string;
}

async function start({ databaseUrl, maxConnections }: FloorStart): Promise<FloorStarted> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: maxConnections });
  await pool.query(table);
  const app = Fastify();
  app.post<{ Body: Body }>('/payment', async (request, reply) => {
    const { invoice_id, from, network } = request.body;
    const { rows } = await pool.query({
      name: 'insert',
      text: 'insert into bench_payments values ($1, $2, $3, $4, $5, $6, $7) returning *',
      values: [randomUUID(), invoice_id, from, network, '50000000000000000', 'processing', new Date()],
    });
    return reply.code(201).send(rows[0]);
  });
  app.get<{ Params: { id: string } }>('/payment/:id', async (request) => {
    const { rows } = await pool.query({
      name: 'select',
      text: 'select * from bench_payments where id = $1',
      values: [request.params.id],
    });
    return rows[0];
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (app.server.address() as AddressInfo).port };
}

process.once('message', async (message: FloorStart) => {
  process.send?.(await start(message));
});
