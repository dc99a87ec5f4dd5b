import type { SeedFile } from './seed-file'

/** A zip without ZIP64 counts its files in 16 bits, and the packer writes no other. */
export const MAX_PACKED_FILES = 65_535

/**
 * Packs files into a zip, in their order and each one: also those of one and the same path, so that
 * the plan says of the others that they are left out (lib/transfer/seed-store.ts). Not more than
 * `MAX_PACKED_FILES`.
 */
export async function packFiles(files: readonly SeedFile[]): Promise<BlobPart[]> {
  if (files.length > MAX_PACKED_FILES) throw new RangeError('too many files for a zip')
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(new Uint8Array(chunk))
  })
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(new Uint8Array(await file.arrayBuffer()), true)
  }
  zip.end()
  return parts
}
