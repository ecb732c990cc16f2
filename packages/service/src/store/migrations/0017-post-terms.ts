import { type Kysely, PostgresAdapter, sql } from 'kysely';

const TABLE =
  'create table post_terms (post_id integer primary key, title_terms text not null, body_terms text not null)';

/** Terms as the tokenizer made them: only spaces separate them, whatever else they contain. */
const POSTGRES = [
  TABLE,
  `create index post_terms_by_term on post_terms using gin
    (array_to_tsvector(array_remove(string_to_array(title_terms || ' ' || body_terms, ' '), '')))`,
];

/** The index follows the table by triggers, so that whatever deletes a post deletes its terms there too. */
const SQLITE = [
  TABLE,
  `create virtual table post_search using fts5(title_terms, body_terms, content='post_terms', content_rowid='post_id',
    detail=none, columnsize=0, tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* P* S* C*' separators ' '")`,
  `insert into post_search (post_search, rank) values ('secure-delete', 1)`,
  `create trigger post_terms_added after insert on post_terms begin
    insert into post_search (rowid, title_terms, body_terms) values (new.post_id, new.title_terms, new.body_terms);
  end`,
  `create trigger post_terms_removed after delete on post_terms begin
    insert into post_search (post_search, rowid, title_terms, body_terms)
    values ('delete', old.post_id, old.title_terms, old.body_terms);
  end`,
];

/** What each post is found by in search, with a full-text index over it. The pipeline fills it for posts that are stored already. */
export async function createPostTerms(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(database);
}
