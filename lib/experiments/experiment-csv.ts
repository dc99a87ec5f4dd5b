import { cellInterval } from './model/comparison'
import type { ShownExperiment } from './read-experiments'

const HEAD = [
  ...['test_id', 'test', 'column', 'memory_store_id', 'change', 'model', 'held', 'of', 'low_90'],
  ...['high_90', 'requests', 'input_tokens', 'output_tokens', 'seconds', 'access', 'tool_set'],
  'system',
]

/** A run's table as CSV (RFC 4180), a line for each test in each column, columns from 1. */
export function experimentCsv({ run, table }: ShownExperiment): string {
  const rows = table.tests.flatMap(({ id, name, cells }) =>
    cells.map((cell, index) => {
      const column = run.columns[index]
      const interval = cellInterval(cell)
      const { requests, inputTokens, outputTokens } = cell.usage
      return [
        ...[id, name, index + 1, column?.storeId ?? '', column?.sequence ?? ''],
        ...[column?.model ?? '', cell.held, cell.of],
        ...[interval?.low.toFixed(4) ?? '', interval?.high.toFixed(4) ?? ''],
        ...[requests, inputTokens, outputTokens, (cell.durationMs / 1000).toFixed(1)],
        ...[column?.access ?? '', column?.toolSet ?? '', column?.instructions ?? ''],
      ]
    }),
  )
  return [HEAD, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

/** A field; a text that spreadsheets would calculate begins with an apostrophe. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
