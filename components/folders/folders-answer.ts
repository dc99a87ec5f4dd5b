import * as v from 'valibot'

const unwatchedReason = v.picklist([
  'link',
  'not_regular_file',
  'not_text',
  'too_large',
  'not_readable',
  'bad_name',
  'conflict_copy',
  'cloud_placeholder',
  'own_data',
  'store_full',
  'overlaps',
])

const memoryFault = v.picklist([
  'missing',
  'unlisted',
  'duplicate_name',
  'broken_link',
  'long_fact',
])

const outboxProblem = v.picklist([
  'not_writable',
  'link_in_path',
  'same_name',
  'in_the_way',
  'not_watched',
  'disk_full',
  'disk_fault',
])

/** The folders that are watched, oldest first. Sizes in bytes, times in ms since 1970. */
export const foldersAnswer = v.object({
  folders: v.array(
    v.object({
      id: v.string(),
      storeId: v.string(),
      storeName: v.string(),
      /** as a person writes it, with `~` for the home folder */
      location: v.string(),
      direction: v.picklist(['read', 'two_way']),
      state: v.picklist(['ok', 'paused', 'problem']),
      problem: v.nullable(
        v.picklist([
          'folder_missing',
          'files_missing',
          'folder_replaced',
          'folder_not_allowed',
          'folder_not_readable',
          'store_archived',
        ]),
      ),
      /** what is known of its files */
      preset: v.picklist(['claude_code', 'instructions', 'folder']),
      /** whether the store's policy is asked before an agent writes there */
      hasGate: v.boolean(),
      /** whether its store has been filled from it */
      isSeeded: v.boolean(),
      isSweptOnly: v.boolean(),
      fileCount: v.number(),
      byteSize: v.number(),
      /** of the store; null: never */
      changedAt: v.nullable(v.number()),
      /** versions that were taken in, by how sure it is who wrote them */
      written: v.object({ exact: v.number(), likely: v.number(), unknown: v.number() }),
      unwatched: v.object({
        count: v.number(),
        /** in a git repository: files that differ from its last commit; null: it is in none */
        uncommitted: v.nullable(v.number()),
        files: v.array(
          v.object({ path: v.string(), size: v.nullable(v.number()), reason: unwatchedReason }),
        ),
      }),
      /** faults of Claude Code's memory */
      faults: v.nullable(
        v.object({
          counts: v.object({
            missing: v.number(),
            unlisted: v.number(),
            duplicate_name: v.number(),
            broken_link: v.number(),
            long_fact: v.number(),
          }),
          unloadedLines: v.number(),
          named: v.array(v.object({ kind: memoryFault, path: v.string(), about: v.string() })),
        }),
      ),
      /** changes still to be carried out */
      waiting: v.number(),
      waitingSince: v.nullable(v.number()),
      conflicts: v.array(
        v.object({
          path: v.string(),
          memoryId: v.string(),
          versionId: v.string(),
          /** milliseconds since 1970 */
          changedAt: v.number(),
          canBeMerged: v.boolean(),
        }),
      ),
      failures: v.array(v.object({ path: v.string(), problem: outboxProblem })),
    }),
  ),
  /** the newest changes that came from folders */
  lately: v.array(
    v.object({
      versionId: v.string(),
      memoryId: v.string(),
      storeId: v.string(),
      storeName: v.string(),
      path: v.nullable(v.string()),
      kind: v.picklist(['created', 'modified', 'renamed', 'deleted']),
      at: v.number(),
      confidence: v.picklist(['exact', 'likely', 'unknown']),
      source: v.nullable(v.picklist(['transcript', 'hook', 'front_matter'])),
      tool: v.nullable(v.string()),
    }),
  ),
  /** the server's clock */
  now: v.number(),
})

export type FoldersAnswer = v.InferOutput<typeof foldersAnswer>
export type ShownLate = FoldersAnswer['lately'][number]
export type ShownFolder = FoldersAnswer['folders'][number]
