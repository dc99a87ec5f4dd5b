import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { programVersion } from '@/lib/program'
import type { ExportedFile } from '@/lib/transfer/exported-file'
import { zipBytes } from '@/lib/transfer/zip-bytes'

const PROGRAM = 'bin/desktop.mjs'

/** At the same paths in the bundle as here, since they import each other. */
const FILES = [PROGRAM, 'bin/mcp-bridge.mjs', 'lib/is-alive.mjs']

/** Files of one version are the same bytes each time. Milliseconds since 1970. */
const MADE_AT = Date.UTC(2026, 0, 1)

/**
 * An MCP bundle (`.mcpb`): a desktop program such as Claude Desktop installs it by itself, asks for
 * the address and a key, and starts the bridge to this server. `address`: `http://127.0.0.1:3000`.
 */
export async function desktopBundle(address: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipBytes(filesFor(address))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* filesFor(address: string): AsyncGenerator<ExportedFile> {
  const manifest = `${JSON.stringify(manifestFor(address), null, 2)}\n`
  yield { path: '/manifest.json', content: manifest, updatedAt: MADE_AT }
  for (const name of FILES) {
    const content = await readFile(
      path.join(/* turbopackIgnore: true */ process.cwd(), name),
      'utf8',
    )
    yield { path: `/${name}`, content, updatedAt: MADE_AT }
  }
}

/** In the form 0.3 of the manifest. */
function manifestFor(address: string): object {
  return {
    manifest_version: '0.3',
    name: 'palimpsest',
    display_name: 'Palimpsest',
    version: programVersion(),
    description: 'Memory that you can see and put right.',
    author: { name: 'Palimpsest' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: PROGRAM,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${PROGRAM}`],
        env: {
          PALIMPSEST_URL: '${user_config.address}',
          PALIMPSEST_KEY: '${user_config.key}',
        },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { runtimes: { node: '>=20' } },
    user_config: {
      address: {
        type: 'string',
        title: 'Address',
        description: 'Where Palimpsest runs',
        required: true,
        default: address,
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'A key made under Connections; none is needed on the same machine',
        required: false,
        sensitive: true,
        default: '',
      },
    },
  }
}
