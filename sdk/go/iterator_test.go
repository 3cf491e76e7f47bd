package quittance

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

func (r *rig) list() *Iterator[thing] {
	return newIterator[thing](context.Background(), r.Client, call{method: http.MethodGet, path: "/thing"})
}

func linked(body, cursor string) http.HandlerFunc {
	return gives(200, body, "Link", `<https://thief.example/api/thing?v=1&cursor=`+cursor+`>; rel="next"`)
}

func TestAListRequestsPagesWhenTheyAreNeeded(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{linked(`[{"id":"1"},{"id":"2"}]`, "c%2B2"), gives(200, `[{"id":"3"}]`)})
	list := rig.list()
	if len(rig.made()) != 0 {
		t.Error("a list that is not read makes no request")
	}
	var ids []string
	for list.Next() {
		ids = append(ids, list.Value().ID)
		if len(ids) == 2 && len(rig.made()) != 1 {
			t.Error("the second page was requested too early")
		}
	}
	if list.Err() != nil || !reflect.DeepEqual(ids, []string{"1", "2", "3"}) {
		t.Errorf("%v, %v", ids, list.Err())
	}
	if rig.made()[1].query != "cursor=c%2B2&v=1" {
		t.Error(rig.made()[1].query)
	}
	if list.Next() {
		t.Error("a list that was read has no more")
	}
}

func TestAnErrorEndsAList(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{linked(`[{"id":"1"}]`, "2"), gives(403, `{"code":"forbidden"}`)})
	list, count := rig.list(), 0
	for list.Next() {
		count++
	}
	var problem *Problem
	if count != 1 || !errors.As(list.Err(), &problem) || problem.Code != "forbidden" || list.Next() {
		t.Errorf("%d entries, %v", count, list.Err())
	}
}

func TestAnEmptyPageIsNotTheEnd(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{linked(`[]`, "2"), gives(200, `[{"id":"1"}]`)})
	if list := rig.list(); !list.Next() || list.Value().ID != "1" || list.Next() || list.Err() != nil {
		t.Error(list.Value(), list.Err())
	}
}

func TestAnEmptyPageThatLinksToItselfEndsAList(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{linked(`[{"id":"1"}]`, "2"), linked(`[]`, "2")})
	list := rig.list()
	page, ok := list.NextPage()
	if !ok || len(page) != 1 {
		t.Fatal(page, ok)
	}
	if _, ok := list.NextPage(); ok || list.Err() != nil || list.Cursor() != "2" {
		t.Errorf("%v, %v, %q", ok, list.Err(), list.Cursor())
	}
}

func TestAllYieldsEntriesAndTheError(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{linked(`[{"id":"1"}]`, "2"), gives(404, ``)})
	var got []string
	rig.list().All()(func(one thing, err error) bool {
		if err != nil {
			got = append(got, "error")
			return true
		}
		got = append(got, one.ID)
		return true
	})
	if strings.Join(got, " ") != "1 error" {
		t.Error(got)
	}
}

func TestOnlyTheNextLinkIsFollowed(t *testing.T) {
	for _, link := range []string{"", "next", `<https://a.example/?cursor=1>; rel="prev"`, `<%zz>; rel="next"`,
		`<https://a.example/>; rel="next"`} {
		if cursor := cursorOf(link); cursor != "" {
			t.Errorf("%q gives %q", link, cursor)
		}
	}
}
