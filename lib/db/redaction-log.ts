import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { database, db } from './index'
import { pagesOf } from './many'

/**
 * One line for each redacted version, without any of its text: what restoring a backup must redact
 * again. It is made from the marks in `Redaction`, which are written with the redactions themselves.
 */
export const REDACTIONS = 'redactions.jsonl'

interface List {
  /** all marks up to this key are in the file; null: this process has not compared them yet */
  upTo: number | null
  isBehind: boolean
  running: Promise<unknown>
}

/** The list of a SQLite database, beside it; null: PostgreSQL has none. */
export function redactionList(): string | null {
  const { file } = database()
  return file && path.join(path.dirname(file), REDACTIONS)
}

/**
 * Brings the list up to date with the marks, one call after the other. Returns whether it has them all;
 * a failure to write is logged, and the next call tries again.
 */
export async function listRedactions(): Promise<boolean> {
  const file = redactionList()
  if (file === null) return true
  const none: List = { upTo: null, isBehind: false, running: Promise.resolve() }
  const list = perProcess(`list of redactions ${file}`, () => none)
  const done = list.running.then(() => append(file, list))
  list.running = done.catch(() => {})
  try {
    await done
    if (list.isBehind) log.info('the list of redactions for backups is complete again')
    list.isBehind = false
  } catch (error) {
    if (!list.isBehind) {
      log.error('the list of redactions for backups could not be written', causeOf(error))
    }
    list.isBehind = true
  }
  return !list.isBehind
}

async function append(file: string, list: List): Promise<void> {
  list.upTo ??= await lastListed(file)
  for await (const marks of marksAfter(list.upTo)) {
    const lines = marks.map(({ mark }) => JSON.stringify({ version: mark })).join('\n')
    // After an empty one, lest one that a full disk cut off swallows the first.
    writeFileSync(file, `\n${lines}\n`, { flag: 'a', mode: 0o600, flush: true })
    list.upTo = marks.at(-1)?.key ?? null
  }
}

/** The key before the first mark that the file lacks: a version's last mark must stay its last. */
async function lastListed(file: string): Promise<number> {
  const listed = new Set(await marksIn(file))
  let upTo = 0
  for await (const marks of marksAfter(0)) {
    for (const { key, mark } of marks) {
      if (!listed.has(mark ?? '')) return upTo
      upTo = key
    }
  }
  return upTo
}

const marksAfter = (upTo: number) =>
  pagesOf(1_000, (last: { key: number; mark: string | null } | undefined, take) =>
    db.redaction.findMany({
      where: { key: { gt: last?.key ?? upTo }, mark: { not: null } },
      select: { key: true, mark: true },
      orderBy: { key: 'asc' },
      take,
    }),
  )

/** The marks of a list, where there is one. Of a line that was cut off its version may still be known. */
export async function marksIn(file: string): Promise<string[]> {
  const marks: string[] = []
  if (!existsSync(file)) return marks
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const mark = /^\{"version":"([^"]+)/.exec(line)?.[1]
    if (mark !== undefined) marks.push(mark)
  }
  return marks
}
