import type { AreaSeeds } from './area-seeds.ts';

export const databaseStorage: AreaSeeds = {
  telling: `
    database, postgres, postgresql, mysql, mariadb, sqlite, sql server, oracle database, mongodb, mongo, redis,
    valkey, cassandra, dynamodb, cockroachdb, clickhouse, snowflake, bigquery, elasticsearch index, opensearch, neo4j,
    influxdb, duckdb, sql, nosql, query planner, slow query, explain analyze, full table scan, sequential scan,
    table lock, row lock, deadlock, lock timeout, alter table, schema migration, database migration, migration, orm,
    prisma, typeorm, sequelize, sqlalchemy, hibernate, activerecord, entity framework, drizzle, connection pool,
    pgbouncer, max connections, read replica, replication lag, replication, failover, standby, primary key,
    foreign key, vacuum, autovacuum, wal, transaction isolation, serializable, pg_dump, sharded, shard key,
    partitioned table, stored procedure, materialized view, object storage, s3 bucket, block storage, data warehouse,
    etl, data pipeline, dbt, airflow, kafka topic, change data capture,
    hdfs, hadoop, spark, hive, flink, parquet, object store, blob storage, data lake
  `,
  typical: `
    query, queries, table, row, column, index, join, transaction, commit, rollback, schema, replica, primary, backup,
    restore, data loss, lost writes, acknowledged write, stale read, read your own writes, consistency, upsert,
    insert, select, update statement, cursor, connection string, connection, idle connection, pool, db, storage,
    disk usage, snapshot, retention, ttl, cache eviction, document store, key value, bulk insert, locking, locks,
    tablespace, dataset, records
  `,
  vague: `
    data, write, read, node, cluster, cache, memory, disk, slow, partition, leader, sync, export, duplicate rows,
    timestamp, batch, file system, persist
  `,
};
