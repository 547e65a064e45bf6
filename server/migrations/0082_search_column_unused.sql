-- Curation looks videos up by search_docs now. (The column goes with a later release: this one's predecessor still reads it.)
drop index videos_search_idx;
