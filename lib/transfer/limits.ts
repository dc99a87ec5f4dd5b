/** No file of a source is read further than this: the largest content that a store can be set to. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** What an archive or JSON Lines may hold in all, unpacked: enough for any store, too little for a bomb. */
export const MAX_ARCHIVE_BYTES = 4 * 1024 * 1024 * 1024
export const MAX_ARCHIVE_ENTRIES = 1_000_000

/** A line of JSON Lines, a moment with all its contents; JavaScript's strings end at twice that. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024

/** An upload, as it comes. */
export const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024

export const TOO_LARGE_TO_READ = `larger than ${MAX_FILE_BYTES} bytes`
