/** A mistyped command; printed with the command's usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const USAGE = `palimpsest: what your AI agents remember

  palimpsest [serve]            serve the dashboard, the API and MCP (PORT, 3000 unless set)
  palimpsest seed <source> --store <name or id>   seed a store; made when there is none of that name
      source                    a folder, a folder in a git repository, a zip, a tar or JSON Lines
      --dry-run                 print the plan and write nothing
      --no-history              take the present state, not the history
      --uncommitted             with the history of a git repository, take what is not committed on top
      --conflicts leave|source|store   where the source and the store both changed a memory: leave it
                                (unless set), or make one side's text the newest version
      --max-content-bytes <n>   the largest memory of a store that is made (102400 unless set)
      --json                    print the plan or report as JSON
  palimpsest export <store>     write a store to standard output, or to a file
      --format zip|tar|jsonl    zip unless set
      --history                 every version (jsonl)
      --at <time>               as it was then, RFC 3339
      --out <file>
  palimpsest branch <store> <name>   make a store from another, and print its id
      --at <time>               as it was then, RFC 3339; as it is unless set
  palimpsest merge <branch>     print what a branch changed, and merge it into its origin (--key-file)
      --dry-run                 only print it
      --conflicts origin|branch|both   what becomes of what both changed; else nothing is done
      --ask-gates               asks the origin's gates first, which costs what their answers cost
  palimpsest redact --store <name or id>   take a text, read from standard input, out of a store
      --replacement <text>      what stands instead; [redacted] unless set
      --unreadable empty        damaged versions that may hold it are emptied; else they are named
      --earlier-versions <how>  rewrite keeps the rest of them (unless set), empty nothing
      --dry-run                 only say where it stands
  palimpsest why <session> <event> --says <text>   what made an agent say it: asks the turn again
                                with memories hidden, until the lines are found that change the answer
      --check <JSON>            looks for something else, as over the API
      --max-requests <n>, --json, --key-file <file>
      --dry-run                 only tell the price; else it is told before anything is asked
  palimpsest review             list what agents changed and nobody decided, the highest level first
      --state open|snoozed|done, --level <level>, --store <name or id>, --limit <n>, --json
  palimpsest review <changeset>   its memories and hunks, with their lines (--json)
  palimpsest review waiting     the writes that wait for a decision (--store, --json)
  palimpsest review <proposal>  what it would change now (--json)
  palimpsest review accept|reject <changeset> <hunk>…   or --all that is open
  palimpsest review apply <changeset>   write what was rejected (--dry-run, --force, --ask-gates)
  palimpsest review allow <proposal> --shown <sha256>   of what was shown, and nothing else (--ask-gates)
  palimpsest review deny <proposal>   --message <text> is told to the agent
      of a session's, the running server answers, which goes on with it
      --key-file <file>         for all that decides: holds the secret of a key with access review
  palimpsest test [store]       run its memory tests, or those of all stores; exit code 1 unless all pass
      --key-file <file>         holds the secret of a key with access review: it costs what models cost
      --file <memory-tests.yaml>   save the tests of a file in the store, by their names, and run these
      --json, --junit           as JSON, or as JUnit writes it
      --max-requests <n>        of each test
      --dry-run                 only tell the price; else it is told before anything is asked
      --export                  run nothing: print the tests of the store as such a file
  palimpsest connect claude-code   watch what Claude Code remembers, a store for each project
      --all                     all projects that are not connected; else it asks
      --two-way                 what is changed in the store is written to its files, too
      --hooks                   also has it tell what it writes; shows the change of its
                                settings first, and asks (--yes does not)
  palimpsest connect <folder>   the same for any folder (--store <name>, --two-way)
      the server watches them from then on; only folders in WATCH_ROOTS, your home unless set
  palimpsest stores             list the stores
  palimpsest keys create <name>   the secret is printed this once
      --access hook|metrics|read|write|review|admin    write unless set; each includes those before
      --purpose agent|script    an agent never decides on what agents want to write; agent for
                                read and write, script for the others unless set
      --store <name or id>      good for this store only; may be given several times
      --days <n>                expires after so many days; never unless set
  palimpsest keys list
  palimpsest keys rotate <id>   a new secret; the one before is good for another 24 hours
  palimpsest keys revoke <id>
  palimpsest mcp                serve agents over MCP on standard input and output: the running
                                server answers (PALIMPSEST_URL, PALIMPSEST_KEY), else the database
      --store <name or id>, --read-only, --tools documents|memory
  palimpsest backup <file>      a checked, compressed copy of the database, also while the server runs
  palimpsest restore <file>     into an empty data folder; what was redacted since does not come back
  palimpsest doctor             look at settings, database, files and disk, and say what to do
      --mend-trees              make folders anew that a store's tree lacks, from its memories
  palimpsest --version

The database is that of DATA_DIR or DATABASE_URL, as for the server.
`
