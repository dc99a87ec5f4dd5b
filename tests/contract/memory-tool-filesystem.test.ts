import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { betaMemoryTool, type MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { runRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import { expect } from 'vitest'
import { runCommand } from '@/lib/memory-tool/run'
import type { ToolAnswer } from '@/lib/memory-tool/words'
import { MAX_MEMORY_BYTES } from '@/lib/store/model/limits'
import { describe, test } from '@/tests/support/fixtures'
import { attached, BY_SESSION } from '@/tests/support/memory-tool'
import { at, type Command, create, insert, replace, SAME, view } from '@/tests/support/tool-cases'
import { textsOf } from '@/tests/support/written'

/**
 * Compared with the SDK's file-system memory tool: the same wherever the memory tool page agrees
 * with it, and every difference listed by name.
 */

type Files = Record<string, string>

/** The answer that a model gets, errors as the SDK's runner makes them. */
type Answer = Pick<ToolAnswer, 'content' | 'isError'>

interface Side {
  run(command: Command): Promise<Answer>
  /** by their paths below `/memories` */
  files(): Promise<Files>
}

function asRunner(handlers: MemoryToolHandlers): Side['run'] {
  const tool = betaMemoryTool(handlers)
  const use = { type: 'tool_use', id: 'toolu_1', name: 'memory', input: {} } as const
  return async (command) => {
    const { content, isError } = await runRunnableTool(tool, command, {
      toolUse: use,
      toolUseBlock: use,
    })
    return { content: content as string, isError }
  }
}

async function theirSide(folder: string): Promise<Side> {
  const root = path.join(folder, 'memories')
  const files = async () =>
    Object.fromEntries(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(root, name))
        .filter((file) => statSync(file).isFile())
        .map((file) => [file.slice(root.length), readFileSync(file, 'utf8')]),
    )
  return { run: asRunner(await BetaLocalFilesystemMemoryTool.init(folder)), files }
}

async function ourSide(): Promise<Side> {
  const { store, mounts } = await attached({ memoryBytes: MAX_MEMORY_BYTES })
  const each = async (command: object) => {
    const { content, isError } = await runCommand({ mounts, command }, BY_SESSION)
    if (isError) throw new ToolError(content)
    return content
  }
  const handlers = new Proxy({} as MemoryToolHandlers, { get: () => each })
  return { run: asRunner(handlers), files: () => textsOf(store.id) }
}

/** Differences in wording that every answer has; the rest of it is the same. */
const WORDINGS: { name: string; command: string; theirs: RegExp; ours: string }[] = [
  {
    name: 'an edited place is shown without an introduction',
    command: 'str_replace',
    theirs: / Here is the snippet showing the change \(with line numbers\):/,
    ours: '',
  },
  {
    name: 'a replacement that was not performed is told without "Error: "',
    command: 'str_replace',
    theirs: /^Error: (?=No replacement)/,
    ours: '',
  },
  {
    name: 'a path that cannot be viewed is told without "Error: "',
    command: 'view',
    theirs: /^Error: (?=The path )/,
    ours: '',
  },
  {
    name: 'a path that cannot be inserted into is told without advice',
    command: 'insert',
    theirs: /(?<=does not exist)\. Please provide a valid path\.$/,
    ours: '',
  },
]

function inOurWords({ command }: Command, { content, isError }: Answer): Answer {
  const wordings = WORDINGS.filter((wording) => wording.command === command)
  return {
    content: wordings.reduce((text, { theirs, ours }) => text.replace(theirs, ours), content),
    isError,
  }
}

type Outcome = Answer & { files?: Files }

interface Difference {
  given?: Command[]
  command: Command
  /** a pattern where the machine's words or numbers vary; errors as they reach the model */
  ours: string | RegExp
  theirs: string | RegExp
  /** the files afterwards, where they differ */
  files?: { ours: Files; theirs: Files }
}

const header = (name: string) => `Here's the content of ${at(name)} with line numbers:`
const listing = (name: string) =>
  `Here're the files and directories up to 2 levels deep in ${at(name)}, excluding hidden items and node_modules:`
const edited = 'The memory file has been edited.'
const introduced = `${edited} Here is the snippet showing the change (with line numbers):`
const inserted = 'The file /memories/a.md has been edited.'
const range = (first: number, last: number, lines: number) =>
  `Error: Invalid \`view_range\` parameter: [${first}, ${last}]. It should be within the range of lines of the file: [1, ${lines}]`
const line = (number: number, lines: number) =>
  `Error: Invalid \`insert_line\` parameter: ${number}. It should be within the range of lines of the file: [0, ${lines}]`

const a = (text: string) => [create('/a.md', text)]

const DIFFERENT: Record<string, Difference> = {
  'a final newline ends the last line, and opens no other': {
    given: a('a\nb\n'),
    command: view('/a.md'),
    ours: `${header('/a.md')}\n     1\ta\n     2\tb`,
    theirs: `${header('/a.md')}\n     1\ta\n     2\tb\n     3\t`,
  },
  'an empty file has no line to insert after': {
    given: a(''),
    command: insert('/a.md', 1, 'x'),
    ours: line(1, 0),
    theirs: inserted,
    files: { ours: { '/a.md': '' }, theirs: { '/a.md': '\nx' } },
  },
  'lines to view may not begin past the end': {
    given: a('a\nb'),
    command: view('/a.md', [3, 4]),
    ours: range(3, 4, 2),
    theirs: `${header('/a.md')}\n`,
  },
  'nor before the first': {
    given: a('a\nb'),
    command: view('/a.md', [0, 1]),
    ours: range(0, 1, 2),
    theirs: `${header('/a.md')}\n     1\ta`,
  },
  'nor end before they begin': {
    given: a('a\nb'),
    command: view('/a.md', [2, 1]),
    ours: range(2, 1, 2),
    theirs: `${header('/a.md')}\n`,
  },
  'a directory has no lines to view': {
    command: view('', [1, 2]),
    ours: 'Error: Invalid input: view_range is for files, and this is a directory',
    theirs: /^Here're the files/,
  },
  'a file of too many lines is refused in the words of the page': {
    given: a('\n'.repeat(999_999) + 'x'),
    command: view('/a.md'),
    ours: 'File /memories/a.md exceeds maximum line limit of 999,999 lines.',
    theirs: 'Error: File /memories/a.md has too many lines (1000000). Maximum is 999,999 lines.',
  },
  'a directory is as large as what lies below it': {
    given: [create('/d/a.md', 'x'.repeat(2048)), create('/d/e/b.md', 'y')],
    command: view(''),
    ours: [
      listing(''),
      '2.0K\t/memories',
      '2.0K\t/memories/d/',
      '2.0K\t/memories/d/a.md',
      '1B\t/memories/d/e/',
    ].join('\n'),
    theirs:
      /^Here're.*:\n\S+\t\/memories\n\S+\t\/memories\/d\/\n2K\t\/memories\/d\/a.md\n\S+\t\/memories\/d\/e\/$/,
  },
  'entries are sorted by their whole paths': {
    given: [create('/d/a.md', ''), create('/d-a.md', '')],
    command: view(''),
    ours: [
      listing(''),
      '0B\t/memories',
      '0B\t/memories/d-a.md',
      '0B\t/memories/d/',
      '0B\t/memories/d/a.md',
    ].join('\n'),
    theirs: /\/memories\/d\/\n0B\t\/memories\/d\/a.md\n0B\t\/memories\/d-a.md$/,
  },
  'a trailing slash is not shown': {
    given: a('a'),
    command: view('/'),
    ours: [listing(''), '1B\t/memories', '1B\t/memories/a.md'].join('\n'),
    theirs: /1B\t\/memories\/\/a.md$/,
  },
  'a text that spans lines is found': {
    given: a('one\ntwo\nthree'),
    command: replace('/a.md', 'one\ntwo', '2'),
    ours: `${edited}\n     1\t2\n     2\tthree`,
    theirs:
      'Error: No replacement was performed, old_str `one\ntwo` did not appear verbatim in /memories/a.md.',
    files: { ours: { '/a.md': '2\nthree' }, theirs: { '/a.md': 'one\ntwo\nthree' } },
  },
  'a text that stands twice on one line is not unique': {
    given: a('x x'),
    command: replace('/a.md', 'x', 'y'),
    ours: 'No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 1. Please ensure it is unique',
    theirs: `${introduced}\n     1\ty x`,
    files: { ours: { '/a.md': 'x x' }, theirs: { '/a.md': 'y x' } },
  },
  'a missing new_str removes the text': {
    given: a('keep drop'),
    command: replace('/a.md', ' drop'),
    ours: `${edited}\n     1\tkeep`,
    theirs: `${introduced}\n     1\tkeepundefined`,
    files: { ours: { '/a.md': 'keep' }, theirs: { '/a.md': 'keepundefined' } },
  },
  'an empty old_str is invalid': {
    given: a('x'),
    command: replace('/a.md', '', 'y'),
    ours: 'Error: Invalid input: old_str must not be empty',
    theirs: `${introduced}\n     1\tyx`,
    files: { ours: { '/a.md': 'x' }, theirs: { '/a.md': 'yx' } },
  },
  'an edited place of several lines is shown whole': {
    given: a('x\nend'),
    command: replace('/a.md', 'x', '1\n2\n3\n4'),
    ours: `${edited}\n     1\t1\n     2\t2\n     3\t3\n     4\t4\n     5\tend`,
    theirs: `${introduced}\n     1\t1\n     2\t2\n     3\t3`,
  },
  'a directory is no path to edit': {
    given: [create('/d/a.md', 'x')],
    command: replace('/d', 'x', 'y'),
    ours: 'Error: The path /memories/d does not exist. Please provide a valid path.',
    theirs: 'Error: The path /memories/d is not a file.',
  },
  'a file below a file is refused in words, not with the paths of the machine': {
    given: a('x'),
    command: create('/a.md/b.md', 'y'),
    ours: 'Error: Cannot write /memories/a.md/b.md: /memories/a.md is a file, not a directory',
    theirs: /^Error: (ENOTDIR|EEXIST): /,
  },
  'what only begins like /memories is refused': {
    command: { command: 'create', path: '/memoriesX/a.md', file_text: '' },
    ours: 'Error: Path must start with /memories, got: /memoriesX/a.md',
    theirs: 'File created successfully at: /memoriesX/a.md',
    files: { ours: {}, theirs: { '/X/a.md': '' } },
  },
  'a path that climbs is refused also where it stays inside': {
    command: create('/d/../a.md', ''),
    ours: 'Error: Path /memories/d/../a.md must not contain the segments . or ..',
    theirs: 'File created successfully at: /memories/d/../a.md',
    files: { ours: {}, theirs: { '/a.md': '' } },
  },
  'one that climbs out is refused for the same reason': {
    command: view('/../../etc/passwd'),
    ours: 'Error: Path /memories/../../etc/passwd must not contain the segments . or ..',
    theirs: 'Error: Path /memories/../../etc/passwd would escape /memories directory',
  },
  'an encoded one too': {
    command: create('/%2e%2e%2fa.md', ''),
    ours: 'Error: Path /memories/%2e%2e%2fa.md must not contain a percent-encoded ., / or \\',
    theirs: 'File created successfully at: /memories/%2e%2e%2fa.md',
    files: { ours: {}, theirs: { '/%2e%2e%2fa.md': '' } },
  },
  'a backslash is refused': {
    command: create('/d\\a.md', ''),
    ours: 'Error: Path /memories/d\\a.md must not contain a backslash',
    theirs: 'File created successfully at: /memories/d\\a.md',
    files: { ours: {}, theirs: { '/d\\a.md': '' } },
  },
  'a text that is not UTF-8 when written down is refused': {
    command: create('/a.md', 'x\ud800'),
    ours: 'Error: Invalid input: the text must not contain lone surrogates',
    theirs: 'File created successfully at: /memories/a.md',
    files: { ours: {}, theirs: { '/a.md': 'x\ufffd' } },
  },
  'a field that the command does not have is refused': {
    command: { ...create('/a.md', ''), mode: 'append' },
    ours: 'Error: Invalid input: unknown field mode',
    theirs: 'File created successfully at: /memories/a.md',
    files: { ours: {}, theirs: { '/a.md': '' } },
  },
  'a command that there is not is invalid input': {
    command: { command: 'append', path: '/memories/a.md' },
    ours: 'Error: Invalid input: unknown command "append"; the commands are view, create, str_replace, insert, delete, rename',
    theirs: 'Error: append not implemented',
  },
}

async function outcomeOf(side: Side, { given = [], command, files }: Difference): Promise<Outcome> {
  for (const each of given) expect((await side.run(each)).isError).toBe(false)
  const answer = await side.run(command)
  return files ? { ...answer, files: await side.files() } : answer
}

function expectOutcome(
  outcome: Outcome,
  expected: string | RegExp,
  files: Files | undefined,
): void {
  if (typeof expected === 'string') expect(outcome.content).toBe(expected)
  else expect(outcome.content).toMatch(expected)
  if (files) expect(outcome.files).toEqual(files)
}

describe("the same as the SDK's file-system tool", () => {
  test.for(Object.entries(SAME))('%s', async ([, commands], { folder }) => {
    const ours = await ourSide()
    const theirs = await theirSide(folder)
    for (const command of commands) {
      const answer = await ours.run(command)
      expect(answer, JSON.stringify(command)).toEqual(
        inOurWords(command, await theirs.run(command)),
      )
      expect(await ours.files(), JSON.stringify(command)).toEqual(await theirs.files())
    }
  })
})

describe("unlike the SDK's file-system tool", () => {
  test.for(Object.entries(DIFFERENT))('%s', async ([, difference], { folder }) => {
    const { ours, theirs, files } = difference
    expectOutcome(await outcomeOf(await ourSide(), difference), ours, files?.ours)
    expectOutcome(await outcomeOf(await theirSide(folder), difference), theirs, files?.theirs)
  })
})
