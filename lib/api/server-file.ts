import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isAlive } from '@/lib/is-alive.mjs'
import { type Settings, settings } from '@/lib/settings'

const RUNNING_SERVER = z.object({ url: z.string(), pid: z.int().positive() })

/**
 * The file by which programs on this machine find the running server (bin/mcp-bridge.mjs reads it).
 */
const SERVER_FILE = RUNNING_SERVER.extend({
  /** that serve the same data and started before, newest first; left out: none */
  earlier: z.array(RUNNING_SERVER).optional(),
})

type RunningServer = z.infer<typeof RUNNING_SERVER>

type Announced = Pick<Settings, 'dataDir' | 'host' | 'port'>

const fileIn = (dataDir: string) => path.join(dataDir, 'server.json')

/**
 * Writes the server's address into the data folder; returns what takes it away again and leaves the
 * others that are written there.
 */
export function announceServer(announced: Announced = settings()): () => void {
  const { dataDir } = announced
  const file = fileIn(dataDir)
  const ours: RunningServer = { url: addressBySettings(announced), pid: process.pid }
  mkdirSync(dataDir, { recursive: true })
  write(file, [ours, ...othersIn(file)])
  return () => write(file, othersIn(file))
}

/**
 * Under which programs on this machine reach the server of this data folder: the one that started last,
 * whatever this process's own settings say of the port; where none runs, the one they would start.
 */
export function serverOnThisMachine(announced: Announced = settings()): string {
  const running = serversIn(fileIn(announced.dataDir)).find(({ pid }) => isAlive(pid))
  return running?.url ?? addressBySettings(announced)
}

const addressBySettings = ({ host, port }: Announced) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** In place of what is there, which may be readable by others. */
function write(file: string, servers: readonly RunningServer[]): void {
  rmSync(file, { force: true })
  const [newest, ...earlier] = servers
  if (!newest) return
  const content: z.infer<typeof SERVER_FILE> =
    earlier.length === 0 ? newest : { ...newest, earlier }
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 })
}

/** Other servers that a data folder's file names and that still run, newest first. */
function othersIn(file: string): RunningServer[] {
  return serversIn(file).filter(({ pid }) => pid !== process.pid && isAlive(pid))
}

function serversIn(file: string): RunningServer[] {
  try {
    const { earlier = [], ...newest } = SERVER_FILE.parse(JSON.parse(readFileSync(file, 'utf8')))
    return [newest, ...earlier]
  } catch {
    return []
  }
}
