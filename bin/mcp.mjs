// The options of `palimpsest mcp`, and whether a running server takes it over.
import { parseArgs } from 'node:util'
import { bridge, serverAddress } from './mcp-bridge.mjs'

/**
 * Serves as the bridge to the running server until standard input ends; false: none runs, or the
 * options are for the command itself to judge.
 */
export async function bridged(root, args) {
  const query = queryOf(args)
  if (query === null || serverAddress(root) === null) return false
  await bridge({ findAddress: () => serverAddress(root), query })
  return true
}

/** The options as the query of the address; null: they are not understood. */
function queryOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        store: { type: 'string' },
        tools: { type: 'string' },
        'read-only': { type: 'boolean' },
      },
    })
    const query = new URLSearchParams()
    if (values.store !== undefined) query.set('store', values.store)
    if (values.tools !== undefined) query.set('tools', values.tools)
    if (values['read-only']) query.set('access', 'read')
    return query.size === 0 ? '' : `?${query}`
  } catch {
    return null
  }
}
