// The package has no types of its own.
declare module 'js-yaml' {
  /** Throws a `YAMLException`, which says where, for what is no YAML. */
  export function load(text: string, options?: { schema?: unknown }): unknown
  export function dump(value: unknown, options?: { schema?: unknown; lineWidth?: number }): string
  /** Scalars as JSON knows them, besides true, null and numbers as YAML writes them; no dates. */
  export const CORE_SCHEMA: unknown
}
