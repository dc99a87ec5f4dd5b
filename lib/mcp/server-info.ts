import { programVersion } from '@/lib/program'

/** The server as it names itself to clients. */
export function serverInfo(): { name: string; title: string; version: string } {
  return { name: 'palimpsest', title: 'Palimpsest', version: programVersion() }
}
