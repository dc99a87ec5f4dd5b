import fc from 'fast-check'
import { expect } from 'vitest'
import { createStore } from '@/lib/store/change-stores'
import { createMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { type Mount, mountsOf } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { drawn } from '@/tests/support/drawn'
import { test } from '@/tests/support/fixtures'
import { BY_SESSION } from '@/tests/support/memory-tool'
import {
  type ModelAnswer,
  type ModelMount,
  type ToolInput,
  ToolModel,
} from '@/tests/support/tool-model'
import { textsOf } from '@/tests/support/written'

/** A few overlapping paths, so that commands interact; files mostly exist at the first ones. */
const FILES = ['/a/b', '/c', '/d/e/f', '/메모/ф🎉', '/d/.hid/x', '/a/node_modules/y']
const RARE = ['/a', '/d', '/d/e', '/메모', '/c/x', '/a/b/y', '/a-b', '/d/.hid', '/d/.hid/z']
const ODD = ['/node_modules/y', '/.top', '/e %41$&', '/CON:*?"<>|', '/é', '']
const below = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FILES) },
  { weight: 4, arbitrary: fc.constantFrom(...RARE) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
)
const store = fc.oneof(
  { weight: 8, arbitrary: fc.constant('/one') },
  { weight: 3, arbitrary: fc.constantFrom('/two', '/rules') },
  { weight: 1, arbitrary: fc.constantFrom('/none', '') },
)

/** A path in the attached stores, as a model may write it. */
const friendly = (isSeveral: boolean) =>
  fc
    .tuple(isSeveral ? store : fc.constant(''), below, fc.boolean(), fc.boolean())
    .map(
      ([mount, path, hasSlash, also]) => `/memories${mount}${path}${hasSlash && also ? '/' : ''}`,
    )

/** Ways to turn any path into one that must be rejected. */
const SPOILED: ((path: string) => string)[] = [
  (path) => path.slice('/memories'.length),
  (path) => path.replace('/memories', '/memoriesX'),
  (path) => path.slice(1),
  (path) => ` ${path}`,
  (path) => path.toUpperCase(),
  (path) => `/memories/..${path}`,
  (path) => `${path}/..`,
  (path) => `${path}/../../etc/passwd`,
  (path) => `${path}/.`,
  (path) => `${path}/./x`,
  (path) => `${path}//`,
  (path) => `${path}//x`,
  (path) => `${path}\\x`,
  (path) => `${path}/..\\x`,
  (path) => `${path}/x\0y`,
  (path) => `${path}/x\ny`,
  (path) => `${path}/x\u007f`,
  (path) => `${path}/\u202e`,
  (path) => `${path}/\ud800`,
  (path) => `${path}/e\u0301`,
  (path) => `${path}/%2e%2E/x`,
  (path) => `${path}%2Fx`,
  (path) => `${path}%5cx`,
  (path) => `${path}/%252e%252e`,
  (path) => `${path}/%25252fx`,
  (path) => `${path}/%25%32%65`,
  (path) => `${path}/%%32e`,
  (path) => `${path}/%c0%ae%c0%ae`,
  (path) => `${path}/%E0%80%AF`,
  (path) => `${path}/%25c1%259c`,
  (path) => `${path}/${'x'.repeat(1024)}`,
  (path) => `${path}/${'메'.repeat(342)}`,
  (path) => `${path}${'/x'.repeat(21)}`,
]

const path = (isSeveral: boolean): fc.Arbitrary<{ path: string; isHostile: boolean }> =>
  fc.oneof(
    { weight: 9, arbitrary: friendly(isSeveral).map((text) => ({ path: text, isHostile: false })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...SPOILED), friendly(isSeveral))
        .map(([spoil, text]) => ({ path: spoil(text.replace(/\/$/, '')), isHostile: true })),
    },
  )

const LINES = ['alpha', 'бета', '감마', '🎉', 'x x', 'a\r', '', '$& $1', '\ttab', '\ufefffirst']
const text = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .tuple(
        fc.array(fc.constantFrom(...LINES), { maxLength: 6 }),
        fc.constantFrom('', '\n', '\r\n'),
      )
      .map(([lines, end]) => lines.join('\n') + end),
  },
  { weight: 2, arbitrary: fc.constantFrom('', '\n', '\n\n', 'x'.repeat(1536)) },
  { weight: 1, arbitrary: fc.constantFrom('a\0b', '\udf89', '🎉'.slice(0, 1)) },
)
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('alpha', 'бета', '감마', '🎉', 'x x', '\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a',
      'x',
      '\r\n',
      'a\r\nбета',
      'alpha\n',
      '\nalpha',
      '\n\n',
      '$&',
      '.*',
      '\\n',
      '\ufeff',
      '',
      '\ud83c',
      '\udf89',
      '\0',
    ),
  },
)

interface Step {
  input: ToolInput
  hostile: string[]
}

function step(isSeveral: boolean): fc.Arbitrary<Step> {
  const at = path(isSeveral)
  const one = <T extends object>(fields: fc.Arbitrary<T>) =>
    fc.tuple(at, fields).map(([{ path, isHostile }, rest]) => ({
      input: { ...rest, path },
      hostile: isHostile ? [path] : [],
    }))
  const command = <Name extends ToolInput['command']>(name: Name) => fc.constant(name)
  const line = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -2, max: 7 }))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: one(fc.record({ command: command('create'), file_text: text })),
    },
    {
      weight: 3,
      arbitrary: one(
        fc.record({
          command: command('view'),
          view_range: fc.option(fc.tuple(line, line), { nil: undefined, freq: 1 }),
        }),
      ),
    },
    {
      weight: 6,
      arbitrary: one(
        fc.record(
          { command: command('str_replace'), old_str: piece, new_str: fc.oneof(piece, text) },
          { requiredKeys: ['command', 'old_str'] },
        ),
      ),
    },
    {
      weight: 3,
      arbitrary: one(
        fc.record({
          command: command('insert'),
          insert_line: line,
          insert_text: fc.oneof(text, piece),
        }),
      ),
    },
    { weight: 1, arbitrary: one(fc.record({ command: command('delete') })) },
    {
      weight: 3,
      arbitrary: fc.tuple(at, at).map(([from, to]) => ({
        input: { command: 'rename' as const, old_path: from.path, new_path: to.path },
        hostile: [from, to].filter(({ isHostile }) => isHostile).map(({ path }) => path),
      })),
    },
  )
}

/** Initial files, so that later commands find something. */
const beginning = (isSeveral: boolean): fc.Arbitrary<Step[]> =>
  fc
    .subarray(FILES, { minLength: 1 })
    .chain((paths) => fc.tuple(...paths.map((each) => fc.tuple(fc.constant(each), text))))
    .map((files) =>
      files.map(([path, file_text]) => ({
        input: {
          command: 'create',
          path: `/memories${isSeveral ? '/one' : ''}${path}`,
          file_text,
        },
        hostile: [],
      })),
    )

/** The views compared at the end. */
const views = (isSeveral: boolean): Step[] => {
  const store = isSeveral ? '/memories/one' : '/memories'
  const inStore = ['', '/a', '/d', '/d/e', '/d/.hid', '/메모/'].map((path) => store + path)
  return ['/memories', ...inStore].map((path) => ({
    input: { command: 'view', path },
    hostile: [],
  }))
}

const run = fc.boolean().chain((isSeveral) =>
  fc.record({
    isSeveral: fc.constant(isSeveral),
    steps: fc
      .tuple(
        beginning(isSeveral),
        fc.array(step(isSeveral), { minLength: 1, maxLength: 20, size: 'max' }),
      )
      .map(([first, then]) => [...first, ...then, ...views(isSeveral)]),
  }),
)

/** A tool and its model side by side, on stores with the same content. */
async function pair(isSeveral: boolean, hostile: ReadonlySet<string>) {
  const planned: ModelMount[] = [
    { name: 'one', isReadOnly: false, maxBytes: 102_400, files: new Map() },
  ]
  if (isSeveral) {
    const rule = new Map([['/a/b', 'alpha\n']])
    planned.push(
      { name: 'two', isReadOnly: false, maxBytes: 20, files: new Map() },
      { name: 'rules', isReadOnly: true, maxBytes: 102_400, files: rule },
    )
  }
  const mounts: Mount[] = []
  for (const { name, isReadOnly, maxBytes, files } of planned) {
    const store = await createStore({ name, limits: { memoryBytes: maxBytes } })
    for (const [path, content] of files) {
      await createMemory({ storeId: store.id, path, content }, BY_PERSON)
    }
    mounts.push(...mountsOf([store], { isReadOnly }))
  }
  return { mounts, model: new ToolModel(planned, (path) => hostile.has(path)) }
}

type Answer = Awaited<ReturnType<typeof runCommand>>

function expectAnswer(answer: Answer, expected: ModelAnswer, input: ToolInput): void {
  const why = JSON.stringify(input)
  if ('rejected' in expected) {
    expect(answer, why).toMatchObject({ isError: true, versionIds: [] })
    expect(answer.content, why).toMatch(/^Error: Path /)
    expect(answer.content.includes(expected.rejected), `${answer.content} for ${why}`).toBe(true)
  } else {
    const seen = answer.isError
      ? { error: answer.content }
      : { content: answer.content, versions: answer.versionIds.length }
    expect(seen, why).toEqual(expected)
  }
}

test('random commands are answered to the letter as a plain model answers them, and leave the same files', async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ isSeveral, steps }) => {
      const hostile = new Set(steps.flatMap((each) => each.hostile))
      const { mounts, model } = await pair(isSeveral, hostile)
      for (const { input } of steps) {
        const expected = model.run(input)
        const answer = await runCommand({ mounts, command: input }, BY_SESSION)
        expectAnswer(answer, expected, input)
      }
      for (const [at, { storeId }] of mounts.entries()) {
        const files = [...(model.mounts[at]?.files ?? [])]
        expect(await textsOf(storeId)).toEqual(Object.fromEntries(files))
      }
    }),
    drawn({ sqlite: 70, postgresql: 8 }),
  )
}, 600_000)

test('whatever a model sends is answered, and an error answer has changed nothing', async () => {
  const { mounts } = await pair(false, new Set())
  const names = ['view', 'create', 'str_replace', 'insert', 'delete', 'rename', 'constructor', '']
  const keys = ['path', 'old_path', 'new_path', 'file_text', 'old_str', 'new_str', 'insert_line']
  const key = fc.constantFrom(...keys, 'insert_text', 'view_range', '__proto__')
  const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant('/memories/a'))
  const input = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc
      .tuple(fc.constantFrom(...names), fc.dictionary(key, value, { maxKeys: 4 }))
      .map(([command, fields]) => ({ ...fields, command })),
  )
  await fc.assert(
    fc.asyncProperty(input, async (command) => {
      const answer = await runCommand({ mounts, command }, BY_SESSION)
      if (!answer.isError) return
      expect(answer.content).toMatch(/^(Error: |The path |No replacement )./)
      expect(answer.versionIds).toEqual([])
    }),
    drawn({ sqlite: 80, postgresql: 10 }),
  )
}, 600_000)
