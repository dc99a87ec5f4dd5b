import { realpathSync } from 'node:fs'
import path from 'node:path'
import '@/lib/work'
import { listConnections } from '@/lib/folders/connections'
import { findFolders, type FoundFolder, slugOf } from '@/lib/folders/find'
import { changeHooks, planHooks } from '@/lib/folders/settings-file'
import { takeUp, type TakingUp } from '@/lib/folders/take-up'
import { BY_COMMAND } from '@/lib/store/model/actor'
import { freeName } from '@/lib/store/stores'
import { isIn } from '@/lib/transfer/folder'
import { CommandError, print, say, type Typed, UsageError } from './command'
import { withDatabase } from './keys'

/** `palimpsest connect claude-code | <folder>`: the running server keeps it in step, or the next one. */
export function connect(typed: Typed): Promise<number> {
  const { names, options, from } = typed
  const [named = ''] = names
  const isTwoWay = options.has('two-way')
  const only = globsOf(options.get('only')?.at(-1))
  const store = options.get('store')?.at(-1)
  const isClaudeCode = named === 'claude-code'
  if (options.has('all') && !isClaudeCode) throw new UsageError('--all goes with claude-code')
  if (options.has('hooks') && !isClaudeCode) throw new UsageError('--hooks goes with claude-code')
  if (options.has('all') && store !== undefined) throw new UsageError('--store names one store')
  return withDatabase(async () => {
    const folder = path.resolve(from, named)
    const folders = isClaudeCode
      ? (await claudeCode(from, options.has('all'))).map(({ location, name }) => {
          return { folder: location, name, preset: 'claude_code' as const }
        })
      : [{ folder, name: path.basename(folder), preset: 'folder' as const }]
    for (const asked of folders) await take({ ...asked, name: store ?? asked.name, only, isTwoWay })
    if (options.has('hooks')) await addHooks()
    return 0
  })
}

async function addHooks(): Promise<void> {
  const { file, fragment, before, isDone } = await planHooks('add')
  if (isDone) return void say(`${file} has the hooks already`)
  await changeHooks('add', before)
  say(`added to ${file}: ${fragment.replaceAll(/\s+/g, ' ')}`)
}

function globsOf(typed: string | undefined): string[] | null {
  const globs = typed?.split(',').flatMap((glob) => glob.trim() || [])
  if (globs?.length === 0) throw new UsageError('--only takes paths, separated by commas')
  return globs ?? null
}

async function take(asked: TakingUp): Promise<void> {
  const name = await freeName(asked.name)
  const { storeId, location } = await takeUp({ ...asked, name }, BY_COMMAND)
  print(`${storeId}  ${name}  ${location}`)
}

/** Claude Code's memory that is not in step yet: of the project that this is typed in, or all. */
async function claudeCode(from: string, isAll: boolean): Promise<FoundFolder[]> {
  const known = new Set((await listConnections()).map(({ location }) => location))
  const found = await findFolders(new AbortController().signal)
  const open = found.filter(({ location, isAllowed }) => isAllowed && !known.has(location))
  if (isAll) return open
  const here = realpathSync(from)
  // Without transcripts a project is known by the name that Claude Code made of its path.
  const depthOf = ({ path: of, name }: FoundFolder) => {
    const place = of ?? (name === slugOf(here) ? here : null)
    return place !== null && isIn(place, here) ? place.length : -1
  }
  const own = found.filter((each) => each.kind === 'project' && depthOf(each) >= 0)
  const [nearest] = own.toSorted((one, other) => depthOf(other) - depthOf(one))
  if (nearest && known.has(nearest.location)) {
    throw new CommandError(`${nearest.location} is in step already`)
  }
  if (nearest) return [nearest]
  for (const { name, path: of, location } of open) say(`${name}  ${of ?? location}`)
  throw new CommandError(
    'no memory of Claude Code is known of this folder; --all takes those listed',
  )
}
