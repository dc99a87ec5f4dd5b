// `palimpsest mcp` as a desktop program starts it that installed the bundle from Connections
// (lib/api/desktop-bundle.ts): beside it lies nothing but the bridge.
import { bridge, serverAddress } from './mcp-bridge.mjs'

const env = Object.fromEntries(
  // What was left empty may come as the name of its place.
  Object.entries(process.env).filter(([, value]) => !value.startsWith('${')),
)
await bridge({ findAddress: () => serverAddress('.', env), query: '', env })
