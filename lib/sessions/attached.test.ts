import { describe, expect, test } from 'vitest'
import { attached } from '@/tests/support/session-log'
import { shownRoot } from './attached'

const notes = attached('memstore_notes')
const rules = attached('memstore_rules', { mountName: 'rules' })

describe('what stands before a store’s paths', () => {
  test.each([
    ['the memory tool’s root, where it stands alone', 'memory', [notes], '/memories'],
    ['its directory beside others', 'memory_custom', [notes, rules], '/memories/notes'],
    ['nothing, for tools that name no store', 'documents', [notes], ''],
    ['its short name, for tools that do', 'documents', [notes, rules], 'notes:'],
  ] as const)('is %s', (_what, toolSet, stores, root) => {
    expect(shownRoot(stores, toolSet, notes)).toBe(root)
  })
})
