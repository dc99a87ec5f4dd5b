import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { causeOf, log } from '@/lib/log'
import type { Sql, WriteSql } from './sql'
import { insertMark, type MarkRow, marksAfter } from './sql/redaction-marks'

/**
 * One line for each redacted version, without any of its text: what restoring a backup must redact
 * again. It is made from `redaction_marks`, whose rows are written with the redactions themselves.
 */
export const REDACTIONS = 'redactions.jsonl'

const MARKS_PER_PAGE = 1000

/** Remembers redacted versions, in the transaction that redacts them. */
export async function writeRedactionMarks(tx: WriteSql, marks: readonly string[]): Promise<void> {
  for (const mark of marks) await insertMark(tx, mark)
}

/** Brings the list up to date with the database's marks, one call after the other. */
export class RedactionLog {
  /** up to which all marks are in the file; null: this process has not compared them yet */
  private listedUpTo: number | null = null
  private isBehind = false
  private running: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly sql: Sql,
    private readonly file: string,
  ) {}

  /**
   * Brings the file up to date. Returns whether it has all marks; a failure to write is logged, and
   * the next call tries again.
   */
  async catchUp(): Promise<boolean> {
    const done = this.running.then(() => this.append())
    this.running = done.catch(() => {})
    try {
      await done
      if (this.isBehind) log.info('the list of redactions for backups is complete again')
      this.isBehind = false
      return true
    } catch (error) {
      if (!this.isBehind) {
        log.error('the list of redactions for backups could not be written', causeOf(error))
      }
      this.isBehind = true
      return false
    }
  }

  private async append(): Promise<void> {
    this.listedUpTo ??= await this.firstMissing()
    for (;;) {
      const rows: MarkRow[] = await marksAfter(this.sql, this.listedUpTo, MARKS_PER_PAGE)
      const last = rows.at(-1)
      if (!last) return
      appendRedactions(
        this.file,
        rows.map(({ mark }) => mark),
      )
      this.listedUpTo = last.key
    }
  }

  /**
   * The key of the mark before the first that the file lacks: a version's last mark must stay its
   * last.
   */
  private async firstMissing(): Promise<number> {
    const listed = await marksIn(this.file)
    for (let upTo = 0; ;) {
      const rows: MarkRow[] = await marksAfter(this.sql, upTo, MARKS_PER_PAGE)
      for (const { key, mark } of rows) {
        if (!listed.has(mark)) return upTo
        upTo = key
      }
      if (rows.length < MARKS_PER_PAGE) return upTo
    }
  }
}

async function marksIn(file: string): Promise<Set<string>> {
  const marks = new Set<string>()
  if (!existsSync(file)) return marks
  for await (const line of createInterface({ input: createReadStream(file) })) {
    marks.add(markOf(line))
  }
  return marks
}

const lineOf = (version: string) => JSON.stringify({ version })

/** '': a line that was not written to its end. */
function markOf(line: string): string {
  const mark = /^\{"version":"([^"]+)"\}$/.exec(line)?.[1]
  return mark ?? ''
}

/** Appends marks of versions to the list, synced to disk. */
export function appendRedactions(file: string, marks: readonly string[]): void {
  const handle = openSync(file, 'a+', 0o600)
  try {
    // What a full disk cut off must not swallow the first of these.
    writeFileSync(handle, `${endsMidway(handle) ? '\n' : ''}${marks.map(lineOf).join('\n')}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function endsMidway(handle: number): boolean {
  const { size } = fstatSync(handle)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(handle, last, 0, 1, size - 1)
  return last.toString() !== '\n'
}
