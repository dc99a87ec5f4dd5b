'use server'

import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { act, create, shown } from '@/components/act/act'
import { reasonWordsIn } from '@/components/plan/reason-words'
import { pathOfRow } from '@/components/plan/plan-groups'
import { changeConnection, disconnect, listConnections } from '@/lib/folders/connections'
import { forgetFound } from '@/lib/folders/find'
import { changeHooks } from '@/lib/folders/settings-file'
import { PRESETS } from '@/lib/folders/model'
import { planTakingUp, takeUp } from '@/lib/folders/take-up'
import { freeName } from '@/lib/store/stores'

const ON_PAGE = '/connections'

const folder = z.object({
  folder: z.string().trim().min(1).max(4_096),
  name: z.string().trim().min(1).max(255),
  preset: z.enum(PRESETS),
  /** globs; empty: all that is a memory */
  only: z.array(z.string().trim().min(1).max(200)).max(50),
  /** of the plan that was shown; null: none was */
  hash: z.string().nullable(),
})

/** A folder and what would become of it: memories, what is left out, moments of its history. */
export type PlannedFolder = z.output<typeof folder> & {
  counts: { count: number; left: number; moments: number }
  /** `why`: it is left out; null: its first look tells */
  rows: { path: string; why: string | null }[] | null
}

/** Of a plan so many of its rows are shown. */
const ROWS_SHOWN = 100

/** What would become of folders that are not in step yet. */
export const planFolders = create(
  z.object({ folders: z.array(folder).min(1).max(100) }),
  async ({ folders }) => {
    const words = reasonWordsIn(await getTranslations('Plan'), await getTranslations('Problems'))
    const known = new Set((await listConnections()).map(({ location }) => location))
    const planned: PlannedFolder[] = []
    for (const each of folders.filter(({ folder: at }) => !known.has(at))) {
      const { hash = null, rows, moments } = (await planTakingUp(each.folder)) ?? {}
      const shown = rows?.slice(0, ROWS_SHOWN).map((row) => {
        const path = pathOfRow(row)
        return { path, why: row.reason ? words(row.reason, path) : null }
      })
      const left = rows?.filter(({ group }) => group === 'cannot').length ?? 0
      const counts = { count: (rows?.length ?? 0) - left, left, moments: moments?.moments ?? 0 }
      planned.push({ ...each, hash, counts, rows: shown ?? null })
    }
    return planned
  },
)

/** Makes stores of folders and keeps both in step; answers the stores' ids. */
export const connectFolders = create(
  z.object({ folders: z.array(folder).min(1).max(100), isTwoWay: z.boolean() }),
  async ({ folders, isTwoWay }, by) => {
    const ids: string[] = []
    for (const { name, only, ...asked } of folders) {
      const globs = only.length === 0 ? null : only
      const named = { ...asked, name: await freeName(name), only: globs, isTwoWay }
      ids.push((await takeUp(named, by)).storeId)
    }
    return ids
  },
  ON_PAGE,
)

const ofFolder = { id: z.string() }

const change = z.union([
  z.object({ isTwoWay: z.boolean() }),
  z.object({ hasGate: z.boolean() }),
  z.object({ isPaused: z.boolean() }),
  z.object({ areDeleted: z.literal(true) }),
  z.object({ isTheSame: z.literal(true) }),
])

/** Changes how a folder is kept in step, or answers why it rests. */
export const changeFolder = act(
  shown(ofFolder, { change }),
  ({ id, change: asked }) => changeConnection(id, asked),
  ON_PAGE,
)

/** Adds our hooks to Claude Code's settings, or takes them out, as long as these are still what was shown. */
export const turnHooks = act(
  shown({ before: z.string().nullable() }, { act: z.enum(['add', 'remove']) }),
  ({ before, act: asked }) => changeHooks(asked, before),
  ON_PAGE,
)

/** Ends the keeping in step; store and files stay. */
export const endFolder = act(shown(ofFolder, {}), ({ id }) => disconnect(id), ON_PAGE)

/** Looks for folders anew. */
export const rescan = create(z.object({}), async () => forgetFound(), ON_PAGE)
