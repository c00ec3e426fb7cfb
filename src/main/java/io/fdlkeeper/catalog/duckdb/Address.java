package io.fdlkeeper.catalog.duckdb;

import java.util.List;
import java.util.Set;

/** What a row's text says about where its file is. */
sealed interface Address {

    /** A file of this repository, under one of these keys; the first is the main spelling. */
    record Here(List<String> keys) implements Address {}

    /** An http(s) address of some host, which may serve this repository; in each way it can be compared with a key. */
    record OnSomeHost(Set<String> urls, Set<String> segments) implements Address {}

    /** A file elsewhere. */
    record Elsewhere(String url, Set<String> segments) implements Address {}

    /** A text relative to something unknown: any key that ends in a slash and this text may be meant. */
    record Unanchored(String tail) implements Address {}
}
