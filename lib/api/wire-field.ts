/** Names of settings of a store, as the API's limits have them. */
const LIMITS: Readonly<Record<string, string>> = {
  'settings.maxMemories': 'memories',
  'settings.maxBytes': 'bytes',
  'settings.maxVersions': 'versions',
  'settings.maxContentBytes': 'memory_bytes',
  'settings.maxViewChars': 'view_characters',
}

/** Parts of a context's settings whose names differ by more than their writing. */
const PARTS: Readonly<Record<string, string>> = {
  savesFirst: 'save_first',
  isReviewed: 'review',
  toolUses: 'clear_tool_uses_20250919',
}

/** A field of an input as callers of the API name it. Keys of metadata are their own. */
export function wireField(field: string): string {
  const limit = LIMITS[field]
  if (limit !== undefined) return limit
  if (field.startsWith('metadata.')) return field
  if (field.startsWith('context.clearing.thinking')) {
    return field.replace('thinking', 'clear_thinking_20251015')
  }
  return field
    .split('.')
    .map((part) => PARTS[part] ?? part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join('.')
}
