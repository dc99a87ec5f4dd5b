import type { SeedFile } from './seed-file'

/** A zip without ZIP64 counts its files in 16 bits, and the packer has no ZIP64. */
export const MAX_PACKED_FILES = 65_535

/**
 * Packs every file into a zip, in order, including duplicates of a path, so that the plan reports
 * those as left out (lib/transfer/seed-store.ts). At most `MAX_PACKED_FILES`.
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
