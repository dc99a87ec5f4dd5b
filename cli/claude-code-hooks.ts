import { chmod, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { settings } from '@/lib/settings'
import { printable } from './printable'
import { UsageError } from './usage'

/** The tools by which Claude Code writes files. */
const MATCHER = 'Write|Edit|MultiEdit|Bash'

const hooksOf = z.looseObject({
  hooks: z
    .looseObject({
      PostToolUse: z
        .array(z.looseObject({ hooks: z.array(z.looseObject({ url: z.string().optional() })) }))
        .optional(),
    })
    .optional(),
})

/**
 * Adds the hook to Claude Code's settings by which it tells which call wrote a file, once a person
 * has seen the change and agreed. No program is started for a call, and with the server down the
 * agent simply goes on.
 */
export async function addHooks(claudeCode: string, isAgreed: boolean): Promise<void> {
  const file = path.join(claudeCode, 'settings.json')
  const before = await readFile(file, 'utf8').catch(() => '{}\n')
  const url = hookAddress()
  const parsed = hooksOf.safeParse(parsedJson(before, file))
  if (!parsed.success) throw new UsageError(`${file} has hooks in a form that is not known`)
  const { hooks = {}, ...others } = parsed.data
  const known = hooks.PostToolUse ?? []
  if (known.some((entry) => entry.hooks.some((hook) => hook.url === url))) {
    process.stdout.write(`${printable(file)} has the hook already\n`)
    return
  }
  const added = { matcher: MATCHER, hooks: [{ type: 'http', url, timeout: 2 }] }
  const after = { ...others, hooks: { ...hooks, PostToolUse: [...known, added] } }
  process.stdout.write(
    `${printable(file)}: under hooks, PostToolUse gets\n${JSON.stringify(added, null, 2)}\n`,
  )
  if (!isAgreed && !(await isAgreedTo())) return
  await replaceFile(file, `${JSON.stringify(after, null, 2)}\n`)
}

function hookAddress(): string {
  const { host, port } = settings()
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}/v1/hooks/claude-code`
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is no JSON, and is left as it is`)
  }
}

async function isAgreedTo(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write('palimpsest: --yes writes it\n')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question('Write it? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

/** A program that reads it meanwhile finds the whole file, before or after. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.palimpsest-${process.pid}`
  const mode = await stat(file).then(
    (stats) => stats.mode & 0o777,
    () => 0o600,
  )
  await writeFile(fresh, text, { mode, flag: 'wx' })
  await chmod(fresh, mode)
  await rename(fresh, file)
}
