-- Makes a signal of every three posts of a PostgreSQL database, for `node bench/search.ts`.
set search_path=service;
begin;
delete from clusters; delete from signals; delete from snapshots; delete from waiting_posts;
create temp table grp as select id as post_id, (row_number() over (order by id) - 1) / 3 as g, created_at, author_key from posts where duplicate_of is null;
create index on grp (g);
create temp table sig as select g, gen_random_uuid()::text as id, min(created_at) f, max(created_at) l, count(*) n, min(post_id) p from grp group by g;
update posts set cluster_id = sig.id, assigned_at = stored_at from grp join sig using (g) where posts.id = grp.post_id;
insert into clusters (id, ordinal, signal_id, documents, last_at, retired, terms_json, coherence)
  select sig.id, g, sig.id, n, l, 0, (select json_agg(json_build_array(w, 0.5)) from (select distinct unnest(string_to_array(title_terms||' '||body_terms,' ')) w) x where w <> '')::text, 0.6 from sig join post_terms t on t.post_id = sig.p;
insert into signals (id, state, sample, created_at, updated_at, tracking_started_at, topic, summary, search_text, score, score_parts_json, growth, volume, chunk_count, author_count, repository_count, first_seen_at, last_seen_at, mentions_last_window, mentions_prev_window, sources_json, described_volume, topic_volume)
  select sig.id, 'active', 0, f, l, f, p.title, p.title || '. ' || t.text, lower(p.title || ' ' || t.text), 20 + g % 60, '{"volume":0.2,"growth":0.3,"diversity":0.4,"severity":0.5,"recency":0.6}', 0.5, n, n, n, n, f, l, n, 0, '[{"provider":"github","mentions":3,"percent":100}]', n, n
  from sig join posts p on p.id = sig.p join post_texts t on t.post_id = sig.p;
insert into snapshots values (1, 1782820800000, (select count(*) from signals));
update counters set value = (select count(*) from clusters) where name in ('clusters','consolidated');
update counters set value = 0 where name in ('refreshDue','placed');
insert into counters values ('nightAt', 1782900000000) on conflict (name) do update set value = excluded.value;
commit; analyze;
select state, count(*) from signals group by 1;
