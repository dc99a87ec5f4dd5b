import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Settings, settings } from '@/lib/settings'

/** Where programs on this machine find the running server (bin/mcp-bridge.mjs reads it). */
interface ServerFile {
  url: string
  pid: number
}

type Announced = Pick<Settings, 'dataDir' | 'host' | 'port'>

const fileIn = (dataDir: string) => path.join(dataDir, 'server.json')

/** Writes the server's address into the data folder; returns what takes it away again. */
export function announceServer({ dataDir, host, port }: Announced = settings()): () => void {
  const file = fileIn(dataDir)
  const announced: ServerFile = {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    pid: process.pid,
  }
  mkdirSync(dataDir, { recursive: true })
  rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(announced)}\n`, { mode: 0o600 })
  return () => {
    if (isOurs(file)) rmSync(file, { force: true })
  }
}

/** Another server may have taken its place. */
function isOurs(file: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ServerFile>
    return pid === process.pid
  } catch {
    return false
  }
}
