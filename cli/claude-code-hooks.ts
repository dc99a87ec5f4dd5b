import { createInterface } from 'node:readline/promises'
import { serverOnThisMachine } from '@/lib/api/server-file'
import { changeHooks, type HooksAct, planHooks } from '@/lib/connect/claude-code-hooks'
import { printable } from './printable'

/**
 * Adds the hooks to Claude Code's settings by which it asks before it writes and tells which call
 * wrote a file, once a person has seen the change and agreed. Returns whether there was one to ask.
 */
export async function addHooks(isAgreed: boolean): Promise<boolean> {
  const wanted: HooksAct = { act: 'add', server: serverOnThisMachine() }
  const plan = await planHooks(wanted)
  if (plan.isDone) {
    process.stdout.write(`${printable(plan.file)} has the hooks already\n`)
    return true
  }
  process.stdout.write(`${printable(plan.file)} gets\n${plan.fragment}\n`)
  for (const address of plan.replaced) {
    process.stdout.write(`in place of hooks that send to ${printable(address)}\n`)
  }
  if (!isAgreed && !process.stdin.isTTY) {
    process.stderr.write('palimpsest: --yes writes it\n')
    return false
  }
  if (isAgreed || (await isConfirmed())) await changeHooks(wanted, plan)
  return true
}

async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question('Write it? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
