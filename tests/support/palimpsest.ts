import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bundle } from './bundle'
import { test as base } from './fixtures'
import { isThere } from './needed'

export interface Said {
  code: number | null
  out: string
  err: string
}

/** The command line in the test's folder, whose `data` is its data folder. */
export const test = base
  .extend('palimpsest', async ({ folder }) => {
    const program = await bundle('tests/serving/command-line.ts')
    /** Runs a command, as another program does. */
    return async (typed: readonly string[], env: Record<string, string> = {}): Promise<Said> => {
      const { child, ended } = started(program, typed, environment(folder, env))
      const out: Buffer[] = []
      child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
      return { ...(await ended), out: Buffer.concat(out).toString('latin1') }
    }
  })
  .extend('unheard', async ({ folder }) => {
    const program = await bundle('tests/serving/command-line.ts')
    /** Runs a command of which nobody reads what it prints. */
    return async (typed: readonly string[]): Promise<Omit<Said, 'out'>> => {
      const { child, ended } = started(program, typed, environment(folder, {}))
      child.stdout.destroy()
      return ended
    }
  })
  .extend('terminal', async ({ folder }) => {
    const program = await bundle('tests/serving/command-line.ts')
    /**
     * Runs a line of a shell at a terminal, where $palimpsest is the command, and types what is given as
     * soon as it is asked for something. Resolves with the exit code and what stands on the screen.
     */
    return async (line: string, typed: string): Promise<{ code: number | null; shown: string }> => {
      const palimpsest = `${process.execPath} --liftoff-only ${program}`
      const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: environment(folder, { SHELL: '/bin/sh', palimpsest }),
      })
      let shown = ''
      child.stdout.on('data', (bytes: Buffer) => {
        const wasAsked = shown.includes('Type ')
        shown += bytes.toString('latin1')
        if (!wasAsked && shown.includes('Type ')) child.stdin.write(`${typed}\r`)
      })
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, shown }
    }
  })

/** A program to which nothing is typed; `ended` tells of what it says besides. */
function started(program: string, typed: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--liftoff-only', program, ...typed], { env })
  child.stdin.end()
  let err = ''
  child.stderr.setEncoding('latin1').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, err }))
  return { child, ended }
}

/** The program of util-linux: another of this name takes other words. */
const script = spawnSync('script', ['--version'], { encoding: 'utf8' })

/** Whether tests can have a terminal. */
export const hasTerminal = isThere(
  'program script',
  script.status === 0 && script.stdout.includes('util-linux'),
  'the command line at a terminal',
)

function environment(folder: string, more: Record<string, string>): NodeJS.ProcessEnv {
  const own = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'data'), TYPED_IN: folder }
  return { ...process.env, ...own, ...more }
}
