// An S3 server in memory for dev/bench s3, so cheap that the speed of its client shows. Loopback only, path style, no signatures.
//
//	s3_mock -addr 127.0.0.1:18083 -keys 50000
//
// It holds that many keys in any bucket; PUT /?reset puts all of them back. It answers ListObjectsV2, DeleteObjects with a tag
// for each key, and HEAD, PUT, GET and DELETE of one key with their conditions.
package main

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type object struct {
	body     []byte
	etag     string
	modified time.Time
}

type store struct {
	sync.Mutex
	objects map[string]object
	sorted  []string // all keys that were ever there; a key without an object is gone
}

func (s *store) fill(keys int) {
	s.Lock()
	defer s.Unlock()
	s.objects = make(map[string]object, keys)
	s.sorted = nil
	old := time.Now().Add(-60 * 24 * time.Hour)
	body := []byte("PAR1" + strings.Repeat("\x00", 300))
	for i := 0; i < keys; i++ {
		name := fmt.Sprintf("bench/data/main/t%d/ducklake-%x.parquet", i%10, md5.Sum([]byte(strconv.Itoa(i))))
		s.objects[name] = object{body, tagOf(body), old}
		s.sorted = append(s.sorted, name)
	}
	sort.Strings(s.sorted)
}

func tagOf(body []byte) string { return fmt.Sprintf("\"%x\"", md5.Sum(body)) }

func (s *store) put(key string, body []byte) object {
	made := object{body, tagOf(body), time.Now()}
	s.objects[key] = made
	at := sort.SearchStrings(s.sorted, key)
	if at == len(s.sorted) || s.sorted[at] != key {
		s.sorted = append(s.sorted, "")
		copy(s.sorted[at+1:], s.sorted[at:])
		s.sorted[at] = key
	}
	return made
}

const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
const namespace = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`

func text(b *strings.Builder, name, value string) {
	b.WriteString("<" + name + ">")
	xml.EscapeText(b, []byte(value))
	b.WriteString("</" + name + ">")
}

func (s *store) list(bucket string, q url.Values) string {
	prefix, after, delimiter := q.Get("prefix"), q.Get("start-after"), q.Get("delimiter")
	if token, err := base64.URLEncoding.DecodeString(q.Get("continuation-token")); err == nil && len(token) > 0 {
		after = string(token)
	}
	most := 1000
	if asked, err := strconv.Atoi(q.Get("max-keys")); err == nil && asked < most {
		most = asked
	}
	spell := func(key string) string { return key }
	var b strings.Builder
	b.Grow(300 * most)
	b.WriteString(head + "<ListBucketResult" + namespace + ">")
	text(&b, "Name", bucket)
	if q.Get("encoding-type") == "url" {
		spell = func(key string) string { return strings.ReplaceAll(url.QueryEscape(key), "%2F", "/") }
		text(&b, "EncodingType", "url")
	}
	text(&b, "Prefix", spell(prefix))
	count, last, folder, more := 0, "", "", false
	at := sort.SearchStrings(s.sorted, max(prefix, after))
	for ; at < len(s.sorted) && strings.HasPrefix(s.sorted[at], prefix); at++ {
		key := s.sorted[at]
		found, there := s.objects[key]
		if !there || key <= after {
			continue
		}
		if end := strings.Index(key[len(prefix):], delimiter); delimiter != "" && end >= 0 {
			name := key[:len(prefix)+end+1]
			if name == folder || strings.HasPrefix(after, name) {
				last = key
				continue
			}
			if count == most {
				more = true
				break
			}
			folder, last, count = name, key, count+1
			b.WriteString("<CommonPrefixes>")
			text(&b, "Prefix", spell(name))
			b.WriteString("</CommonPrefixes>")
			continue
		}
		if count == most {
			more = true
			break
		}
		b.WriteString("<Contents>")
		text(&b, "Key", spell(key))
		text(&b, "LastModified", found.modified.UTC().Format("2006-01-02T15:04:05.000Z"))
		text(&b, "ETag", found.etag)
		text(&b, "Size", strconv.Itoa(len(found.body)))
		b.WriteString("<StorageClass>STANDARD</StorageClass></Contents>")
		last, count = key, count+1
	}
	text(&b, "KeyCount", strconv.Itoa(count))
	text(&b, "MaxKeys", strconv.Itoa(most))
	text(&b, "IsTruncated", strconv.FormatBool(more))
	if more {
		text(&b, "NextContinuationToken", base64.URLEncoding.EncodeToString([]byte(last)))
	}
	b.WriteString("</ListBucketResult>")
	return b.String()
}

func (s *store) deleteMany(body []byte) string {
	var asked struct {
		Quiet  bool
		Object []struct{ Key, ETag string }
	}
	if err := xml.Unmarshal(body, &asked); err != nil {
		return refusal("MalformedXML")
	}
	var b strings.Builder
	b.WriteString(head + "<DeleteResult" + namespace + ">")
	for _, one := range asked.Object {
		found, there := s.objects[one.Key]
		if there && one.ETag != "" && strings.Trim(one.ETag, `"`) != strings.Trim(found.etag, `"`) {
			b.WriteString("<Error>")
			text(&b, "Key", one.Key)
			b.WriteString("<Code>PreconditionFailed</Code></Error>")
			continue
		}
		delete(s.objects, one.Key)
		if !asked.Quiet {
			b.WriteString("<Deleted>")
			text(&b, "Key", one.Key)
			b.WriteString("</Deleted>")
		}
	}
	b.WriteString("</DeleteResult>")
	return b.String()
}

func refusal(code string) string { return head + "<Error><Code>" + code + "</Code></Error>" }

func (s *store) object(w http.ResponseWriter, r *http.Request, key string, body []byte) {
	found, there := s.objects[key]
	match := strings.Trim(r.Header.Get("If-Match"), `"`)
	status := 0
	switch {
	case match != "" && !there, !there && (r.Method == "GET" || r.Method == "HEAD"):
		status = 404
	case match != "" && match != strings.Trim(found.etag, `"`), r.Header.Get("If-None-Match") == "*" && there:
		status = 412
	}
	if status != 0 {
		w.WriteHeader(status)
		if r.Method != "HEAD" {
			io.WriteString(w, refusal(map[int]string{404: "NoSuchKey", 412: "PreconditionFailed"}[status]))
		}
		return
	}
	switch r.Method {
	case "PUT":
		w.Header().Set("ETag", s.put(key, body).etag)
	case "DELETE":
		delete(s.objects, key)
		w.WriteHeader(204)
	default:
		w.Header().Set("ETag", found.etag)
		w.Header().Set("Last-Modified", found.modified.UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", strconv.Itoa(len(found.body)))
		if r.Method == "GET" {
			w.Write(found.body)
		}
	}
}

func main() {
	address := flag.String("addr", "127.0.0.1:18083", "where to listen")
	keys := flag.Int("keys", 50000, "how many keys to hold")
	flag.Parse()
	held := &store{}
	held.fill(*keys)
	handler := func(w http.ResponseWriter, r *http.Request) {
		bucket, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		query := r.URL.Query()
		body, _ := io.ReadAll(r.Body)
		if query.Has("reset") {
			held.fill(*keys)
			return
		}
		held.Lock()
		defer held.Unlock()
		w.Header().Set("x-amz-request-id", "MOCK")
		switch {
		case key != "":
			held.object(w, r, key, body)
		case query.Has("delete"):
			io.WriteString(w, held.deleteMany(body))
		case query.Has("list-type"):
			io.WriteString(w, held.list(bucket, query))
		case query.Has("versioning"):
			io.WriteString(w, head+"<VersioningConfiguration"+namespace+"/>")
		case r.Method == "HEAD" || r.Method == "PUT":
		default:
			w.WriteHeader(501)
			io.WriteString(w, refusal("NotImplemented"))
		}
	}
	// A multiplexer would send keys with doubled slashes elsewhere.
	log.Fatal(http.ListenAndServe(*address, http.HandlerFunc(handler)))
}
