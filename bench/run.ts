// `npm run bench [part…] [--json]`: measures the parts, all unless some are named, and prints a table of each.
// Ends with 1 if an aim is missed. It builds the application where that is due. `why`, which is measured only
// where it is named, prints the figures of the search for causes instead, and needs no application.
import path from 'node:path'
import { calls } from './calls'
import { footprint } from './footprint'
import { leave } from './ground'
import { growth } from './growth'
import { load, machine, missedBy, type Row, tableOf } from './harness'
import { live } from './live'
import { others } from './others'
import { pages } from './pages'
import { why } from './why'

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  calls,
  others,
  growth,
  pages,
  live,
  footprint,
}

process.chdir(path.resolve(import.meta.dirname, '..'))
const asked = process.argv.slice(2).filter((argument) => argument !== '--json')
if (asked.join() === 'why') {
  const { table, isMissed } = await why()
  process.stdout.write(`${table}\n`)
  process.exit(isMissed ? 1 : 0)
}
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  const known = [...Object.keys(PARTS), 'why alone'].join(', ')
  process.stderr.write(`there is no part ${unknown.join(', ')}; the parts are ${known}\n`)
  process.exit(2)
}

const isJson = process.argv.includes('--json')
const measured: { part: string; load: string[]; rows: Row[] }[] = []
try {
  for (const [part, measure] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(part)) continue
    process.stderr.write(`measuring ${part}\n`)
    const before = load()
    const rows = await measure()
    const loads = [before, load()]
    measured.push({ part, load: loads, rows })
    if (isJson) continue
    process.stdout.write(`## ${part}\n\nLoad ${loads.join(' to ')}.\n\n${tableOf(rows)}\n\n`)
  }
} finally {
  await leave()
}
const told = { machine: machine(), measured }
process.stdout.write(isJson ? `${JSON.stringify(told, null, 2)}\n` : `${told.machine}.\n`)
process.exit(measured.some(({ rows }) => rows.some((row) => missedBy(row).length > 0)) ? 1 : 0)
