/** The certainty of who wrote a version: exact if the file is what a call left. */
export type Confidence = 'exact' | 'likely'

/** The source that says so. */
export type AttributionSource = 'transcript' | 'hook' | 'front_matter'

/**
 * The kinds of calls that a hook tells of: it wrote something, it ran, it moved something, or it
 * was over MCP.
 */
export type HeardKind = 'result' | 'command' | 'move' | 'mcp'
