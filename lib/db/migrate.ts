import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'

interface Migration { name: string; sql: string; checksum: string }
function migrations(provider: string): Migration[] {
  const dir = path.join(process.cwd(), 'prisma', provider, 'migrations')
  return readdirSync(dir, { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => e.name).sort().map((name) => {
    const sql = readFileSync(path.join(dir, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}
const TABLE = (time: string) => `CREATE TABLE IF NOT EXISTS "_prisma_migrations" ("id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" ${time}, "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" ${time}, "started_at" ${time} NOT NULL DEFAULT current_timestamp, "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`
export async function migrateSqlite(file: string): Promise<string[]> {
  const db = new Sqlite(file)
  const done: string[] = []
  db.pragma('journal_mode = WAL')
  db.exec(TABLE('DATETIME'))
  for (const m of migrations('sqlite')) {
    if (db.prepare('SELECT 1 FROM _prisma_migrations WHERE migration_name = ?').get(m.name)) continue
    db.exec('BEGIN IMMEDIATE'); db.exec(m.sql)
    db.prepare('INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (?,?,?,?,1)').run(randomUUID(), m.checksum, m.name, new Date().toISOString())
    db.exec('COMMIT'); done.push(m.name)
  }
  db.close()
  return done
}
export async function migratePostgresql(url: string): Promise<string[]> {
  const c = new pg.Client(url); await c.connect()
  const done: string[] = []
  await c.query(TABLE('TIMESTAMPTZ'))
  for (const m of migrations('postgresql')) {
    if ((await c.query('SELECT 1 FROM _prisma_migrations WHERE migration_name = $1', [m.name])).rowCount) continue
    await c.query('BEGIN'); await c.query(m.sql)
    await c.query('INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1,$2,$3,now(),1)', [randomUUID(), m.checksum, m.name])
    await c.query('COMMIT'); done.push(m.name)
  }
  await c.end()
  return done
}
