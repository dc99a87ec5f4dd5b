/** How sure it is who wrote a version: exact if the file is what a call left. */
export type Confidence = 'exact' | 'likely'

/** What says so. */
export type AttributionSource = 'transcript' | 'hook' | 'front_matter'

/** What a hook tells of a call: what it wrote, that it ran, what it moved; or that it is over MCP. */
export type HeardKind = 'result' | 'command' | 'move' | 'mcp'
