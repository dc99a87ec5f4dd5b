import { SourceError } from '../source'
import type { Checkout } from './checkout'
import { gitFields } from './run-git'

/** A first-parent commit and its changes below a folder. */
export interface Commit {
  id: string
  /** commit time, seconds since 1970 */
  time: number
  author: string
  message: string
  changes: CommitChange[]
}

export interface CommitChange {
  /** A, D, M, R or T (the kind of file changed) */
  status: string
  /** the file's new mode; `100…` is a regular file */
  mode: string
  blob: string
  path: Buffer
  /** its path before; the same unless it was renamed */
  from: Buffer
}

/**
 * The commits that touch a folder, oldest first, along the first parents, so that each is the
 * difference between two states of the branch. `inside`: the folder, '' for the repository.
 */
export async function* commitsOf(
  checkout: Checkout,
  inside: string,
  signal: AbortSignal,
): AsyncGenerator<Commit> {
  const args = [
    'log',
    '--first-parent',
    '-m',
    '--reverse',
    '--raw',
    '--no-abbrev',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-show-signature',
    '--no-mailmap',
    '-M',
    '-z',
    '--encoding=UTF-8',
    '--format=%H%x00%ct%x00%an%x00%B',
    checkout.head,
    '--',
    inside || '.',
  ]
  const fields = gitFields(checkout.history, args, signal)
  const next = async () => {
    const field = await fields.next()
    if (field.done) throw new SourceError({ code: 'git_ended_early' })
    return field.value
  }
  let commit: Commit | null = null
  try {
    // Fields are told apart by position alone: messages and names may hold anything but NUL.
    for await (const field of fields) {
      const text = field.toString('utf8').trimStart()
      if (text === '') continue
      if (commit && text.startsWith(':')) {
        commit.changes.push(await changeOf(text, next))
        continue
      }
      if (commit) yield commit
      commit = {
        id: text,
        time: Number(await next()),
        author: (await next()).toString('utf8'),
        message: (await next()).toString('utf8').trim(),
        changes: [],
      }
    }
    if (commit) yield commit
  } finally {
    await fields.return()
  }
}

/** `:<old mode> <new mode> <old id> <new id> <status>` and one path, or two for a rename. */
async function changeOf(raw: string, next: () => Promise<Buffer>): Promise<CommitChange> {
  const [, mode = '', , blob = '', status = ''] = raw.slice(1).split(' ')
  const from = await next()
  const isRename = status.startsWith('R') || status.startsWith('C')
  return { status: status.slice(0, 1), mode, blob, from, path: isRename ? await next() : from }
}
