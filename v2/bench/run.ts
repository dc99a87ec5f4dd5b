// `npm run bench [part…] [--json]`: measures the parts, all unless some are named, and prints a table. Ends
// with 1 if an aim is missed. It builds the application where that is due.
import path from 'node:path'
import { calls } from './calls'
import { leave } from './ground'
import { growth } from './growth'
import { machine, missedBy, type Row, tableOf } from './harness'
import { others } from './others'

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = { calls, others, growth }

process.chdir(path.resolve(import.meta.dirname, '..'))
const asked = process.argv.slice(2).filter((argument) => argument !== '--json')
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  const known = Object.keys(PARTS).join(', ')
  process.stderr.write(`there is no part ${unknown.join(', ')}; the parts are ${known}\n`)
  process.exit(2)
}

const rows: Row[] = []
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    process.stderr.write(`measuring ${name}\n`)
    rows.push(...(await measure()))
  }
} finally {
  await leave()
}
const isJson = process.argv.includes('--json')
process.stdout.write(
  isJson
    ? `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`
    : `${tableOf(rows)}\n\n${machine()}\n`,
)
process.exit(rows.some((row) => missedBy(row).length > 0) ? 1 : 0)
