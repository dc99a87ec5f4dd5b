import { parseArgs } from 'node:util'
import { database } from '@/lib/db/open-database'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { LEVELS, type Level } from '@/lib/review/model/attention'
import { CHANGESET_STATES, type ChangesetState } from '@/lib/review/model/changeset'
import { requireStoreNamed } from './find-store'
import { allowProposal, applyTray, decideChangeset, denyProposal } from './review-deciding'
import { changesetLine, writeJson } from './review-lines'
import { listWaiting, showChangeset, showProposal } from './review-showing'
import { UsageError } from './usage'

/** The subcommands that decide something; each needs a key that may. */
const DECIDING: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  accept: (args) => decideChangeset('accepted', args),
  reject: (args) => decideChangeset('rejected', args),
  apply: applyTray,
  allow: allowProposal,
  deny: denyProposal,
}

/** `palimpsest review …`: what agents changed, and deciding about it. */
export async function reviewCommand(args: string[]): Promise<number> {
  const [verb = '', ...rest] = args
  const decide = DECIDING[verb]
  if (decide) return decide(rest)
  if (verb === 'waiting') return listWaiting(rest)
  if (verb.startsWith('chgset_')) return showChangeset(verb, rest)
  if (verb.startsWith('prop_')) return showProposal(verb, rest)
  if (verb !== '' && !verb.startsWith('--')) {
    throw new UsageError(`there is no review ${verb}; see palimpsest --help`)
  }
  return list(args)
}

const isLevel = (word: string): word is Level => (LEVELS as readonly string[]).includes(word)
const isState = (word: string): word is ChangesetState =>
  (CHANGESET_STATES as readonly string[]).includes(word)

const MAX = 1000

async function list(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      state: { type: 'string', default: 'open' },
      level: { type: 'string' },
      store: { type: 'string' },
      limit: { type: 'string', default: '50' },
      json: { type: 'boolean', default: false },
    },
  })
  const { state, level } = values
  if (!isState(state)) throw new UsageError('--state must be open, snoozed or done')
  if (level !== undefined && !isLevel(level)) {
    throw new UsageError('--level must be none, low, medium, high or critical')
  }
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX) {
    throw new UsageError(`--limit must be a number from 1 to ${MAX}`)
  }
  const db = database()
  const storeId = values.store === undefined ? undefined : await storeNamed(values.store)
  const { changesets, next } = await listChangesets(db, { state, level, storeId, limit })
  if (values.json) return writeJson(changesets)
  for (const changeset of changesets) process.stdout.write(`${changesetLine(changeset)}\n`)
  if (next !== null) process.stderr.write(`there are more; --limit shows up to ${MAX}\n`)
  return 0
}

const storeNamed = async (name: string) => (await requireStoreNamed(database(), name)).id
