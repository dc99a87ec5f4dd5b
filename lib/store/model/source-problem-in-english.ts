import type { SourceProblem, ZipDamage } from './source-problem'

const ZIP_DAMAGE: Record<ZipDamage, string> = {
  ends_early: 'it ends too early',
  leads_far_outside: 'it names a place far outside',
  list_unreadable: 'its list of files cannot be read',
  end_missing: 'its end is missing',
}

const WITHOUT_HISTORY = 'Without its history the folder can be taken.'

/** Words the reason that a source cannot be read, for the API and the command line. */
export function sourceProblemInEnglish(problem: SourceProblem): string {
  switch (problem.code) {
    case 'nothing_there':
      return `There is nothing at ${problem.path}.`
    case 'unreadable':
      return `${problem.path} cannot be read (${problem.errno}).`
    case 'not_a_folder':
      return `${problem.path} is not a folder.`
    case 'is_a_folder':
      return `${problem.path} is a folder, not a file.`
    case 'not_a_file':
      return `${problem.path} is not a regular file.`
    case 'moved_while_read':
      return `${problem.path} was moved, or a link took its place, while it was read.`
    case 'folder_not_allowed':
      return `${problem.path} is not in a folder that this server may read: ${problem.allowed === 'none' ? 'no folder' : problem.allowed} (never its own data). To allow another, set SEED_ROOTS and start the server again; palimpsest seed, run on that machine, reads any folder.`
    case 'unknown_format':
      return 'This is neither a zip, nor a tar, nor JSON Lines.'
    case 'damaged':
      return 'The file is damaged: it cannot be unpacked.'
    case 'zip_damaged':
      return `The zip is damaged: ${ZIP_DAMAGE[problem.how]}.`
    case 'tar_damaged':
      return `The tar is damaged: ${problem.detail}.`
    case 'zip_shares_bytes':
      return 'The zip is refused: files in it share the same bytes, as only a bomb’s do.'
    case 'too_many_files':
      return `The ${problem.kind} holds more than ${problem.maximum} files.`
    case 'too_large':
      return `The ${problem.kind} holds more than ${problem.maximum} bytes.`
    case 'unpacks_too_large':
      return `It has ${problem.size} bytes and unpacks to more than ${problem.maximum}. Unpack it yourself if you trust it.`
    case 'too_many_lines':
      return `The file has more than ${problem.maximum} lines.`
    case 'took_too_long':
      return `Reading the source took longer than ${problem.seconds} seconds.`
    case 'upload_too_large':
      return `An upload may have ${problem.maximum} bytes.`
    case 'line_too_long':
      return `Line ${problem.line} is longer than ${problem.maximum} bytes.`
    case 'line_not_utf8':
      return `Line ${problem.line} is not UTF-8.`
    case 'line_not_json':
      return `Line ${problem.line} is not JSON.`
    case 'line_too_many_values':
      return `Line ${problem.line} holds more than ${problem.maximum} values.`
    case 'line_invalid':
      return `Line ${problem.line} cannot be read: ${problem.detail}`
    case 'git_leads_out':
      return `${problem.part} leads to ${problem.path}, which is not in a folder that may be read (SEED_ROOTS). ${WITHOUT_HISTORY}`
    case 'git_leads_on':
      return `${problem.path} leads on and on.`
    case 'git_setting_leads_out':
      return `The repository's setting ${problem.setting} in ${problem.path} leads elsewhere, so its history is not read. ${WITHOUT_HISTORY}`
    case 'git_content_missing':
      return `git has no content ${problem.id}.`
    case 'git_ended_early':
      return 'git ended too early.'
    case 'git_not_installed':
      return 'git is not installed on this machine.'
    case 'git_failed':
      return `git could not read the repository: ${problem.detail || 'it ended without a word'}`
  }
}
